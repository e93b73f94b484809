import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLocalEmbedder } from '../../../server/src/adapters/local-model/create-local-embedder.ts';
import type { EncoderWorkReply, NumberedWork } from './bare-encoder-messages.ts';
import { createQueryEncoder } from './query-encoder.ts';

// The encoder with nothing around it: no HTTP, no account, no search.
const { FOLDER = '', RUNTIME = 'native' } = process.env;

// Each request needs one of these; the other is never loaded.
let loadedEmbedder: ReturnType<typeof createLocalEmbedder> | undefined;
let loadedQueryEncoder: ReturnType<typeof createQueryEncoder> | undefined;

const db = new DatabaseSync(join(FOLDER, 'bare.db'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE written (text TEXT NOT NULL, vector BLOB NOT NULL) STRICT`);
const insert = db.prepare('INSERT INTO written (text, vector) VALUES (?, ?)');

function embed(texts: readonly string[]): Promise<Float32Array[]> {
  loadedEmbedder ??= createLocalEmbedder({ runtime: RUNTIME === 'wasm' ? 'wasm' : 'native' });
  return loadedEmbedder.embedDocuments(texts);
}

async function write(text: string): Promise<void> {
  const [vector] = await embed([text]);
  insert.run(text, new Uint8Array((vector as Float32Array).buffer));
}

function begin(work: NumberedWork): Promise<unknown> {
  if (work.kind === 'embed') return embed(work.texts);
  if (work.kind === 'write') return write(work.text);
  loadedQueryEncoder ??= createQueryEncoder();
  return loadedQueryEncoder.embedQuery(work.text);
}

function reply(message: EncoderWorkReply): void {
  process.send?.(message);
}

process.on('message', (message) => {
  const work = message as NumberedWork;
  const startedAt = performance.now();
  begin(work).then(
    () => reply({ kind: 'done', id: work.id, milliseconds: performance.now() - startedAt }),
    (error: unknown) => reply({ kind: 'broken', id: work.id, message: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
reply({ kind: 'ready' });

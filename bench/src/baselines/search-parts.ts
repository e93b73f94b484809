import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLocalEmbedder } from '../../../server/src/adapters/local-model/create-local-embedder.ts';
import { stopWords } from '../../../server/src/domain/text/stop-words.ts';
import type { NumberedRequest, PartsReply } from './search-parts-messages.ts';

// The parts of any hybrid search: the query's embedding, one FTS5 query and one scan of all vectors. It reads the rows
// that a real server has written, so both search the same data.
const { STORE = '', FOLDER = '', RUNTIME = 'native' } = process.env;
const maxResults = 10;
const dimensions = 384;

const embedder = createLocalEmbedder({ runtime: RUNTIME === 'wasm' ? 'wasm' : 'native' });
await embedder.ready;

const db = new DatabaseSync(join(FOLDER, 'parts.db'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE VIRTUAL TABLE note USING fts5 (text, agent_id UNINDEXED, tokenize = 'porter unicode61');
  CREATE TABLE written (text TEXT NOT NULL, vector BLOB NOT NULL) STRICT`);
const agents: (string | null)[] = [];
const matrix = STORE === '' ? new Float32Array(0) : copyStore(join(STORE, 'mnema.db'));
const words = db.prepare('SELECT rowid FROM note WHERE note MATCH ? ORDER BY rank LIMIT ?');
const agentWords = db.prepare('SELECT rowid FROM note WHERE note MATCH ? AND agent_id = ? ORDER BY rank LIMIT ?');
const insert = db.prepare('INSERT INTO written (text, vector) VALUES (?, ?)');

function copyStore(file: string): Float32Array {
  const store = new DatabaseSync(file, { readOnly: true });
  const add = db.prepare('INSERT INTO note (text, agent_id) VALUES (?, ?)');
  db.exec('BEGIN');
  for (const row of store.prepare('SELECT text, agent_id FROM memory ORDER BY seq').all()) {
    add.run(row['text'] as string, row['agent_id'] as string | null);
  }
  db.exec('COMMIT');
  const rows = store
    .prepare('SELECT agent_id, scale, vector FROM memory_vector JOIN memory USING (seq) ORDER BY seq, chunk')
    .all();
  store.close();
  const vectors = new Float32Array(rows.length * dimensions);
  for (const [row, { agent_id: agentId, scale, vector }] of rows.entries()) {
    agents.push(agentId as string | null);
    const bytes = Int8Array.from(vector as Uint8Array);
    for (const [column, byte] of bytes.entries()) vectors[row * dimensions + column] = byte * (scale as number);
  }
  return vectors;
}

async function search(query: string, agentId: string | null): Promise<void> {
  const vector = await embedder.embedQuery('', query);
  // Stop words are left out, as usual in searches: they would rank most of the store.
  const queryWords = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word));
  const match = queryWords.map((word) => `"${word}"`).join(' OR ');
  if (agentId === null) words.all(match, maxResults);
  else agentWords.all(match, agentId, maxResults);
  nearest(vector, agentId);
}

function nearest(query: Float32Array, agentId: string | null): number[] {
  const best: { row: number; cosine: number }[] = [];
  let smallestKept = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < agents.length; row++) {
    if (agentId !== null && agents[row] !== agentId) continue;
    const start = row * dimensions;
    let cosine = 0;
    for (let column = 0; column < dimensions; column++) {
      cosine += (matrix[start + column] as number) * (query[column] as number);
    }
    if (cosine <= smallestKept) continue;
    best.push({ row, cosine });
    best.sort((left, right) => right.cosine - left.cosine);
    if (best.length > maxResults) best.pop();
    if (best.length === maxResults) smallestKept = (best.at(-1) as { cosine: number }).cosine;
  }
  return best.map(({ row }) => row);
}

async function write(text: string): Promise<void> {
  const [vector] = await embedder.embedDocuments([text]);
  insert.run(text, new Uint8Array((vector as Float32Array).buffer));
}

function begin(request: NumberedRequest): Promise<unknown> {
  if (request.kind === 'search') return search(request.query, request.agentId);
  return request.kind === 'write' ? write(request.text) : embedder.embedDocuments(request.texts);
}

function reply(message: PartsReply): void {
  process.send?.(message);
}

process.on('message', (message) => {
  const request = message as NumberedRequest;
  const startedAt = performance.now();
  begin(request).then(
    () => reply({ kind: 'done', id: request.id, milliseconds: performance.now() - startedAt }),
    (error: unknown) => reply({ kind: 'broken', id: request.id, message: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
reply({ kind: 'ready', memories: agents.length });

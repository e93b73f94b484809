import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { files as vendoredFiles } from '@mnema/model-bge-small-en';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createLocalEmbedder } from './create-local-embedder.ts';
import type { EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export interface ModelFacts {
  /** Files that are not as they were released. */
  wrongFiles: { path: string; fault: 'missing' | 'changed' | 'unreadable' }[];
  encoder:
    | (Pick<EncoderStart, 'runtime' | 'fallbackReason'> & {
        kind: 'loaded';
        loadMs: number;
        embedMs: number;
        /** Length of the vector of a test sentence; 1 when all is well. */
        norm: number;
      })
    | { kind: 'failed'; reason: string }
    /** A wrong file can do anything to the process that loads it. */
    | { kind: 'not_tried' };
}

const sentence = 'Ada takes her tea without sugar.';

/** Compares the vendored files with what was released, loads the encoder and embeds a sentence. */
export async function inspectModel({
  runtime,
  limitMs = 60_000,
  files = vendoredFiles,
}: {
  runtime: RuntimeChoice;
  limitMs?: number;
  files?: readonly { url: URL; sha256: string }[];
}): Promise<ModelFacts> {
  const faults = await Promise.all(files.map(async ({ url, sha256 }) => ({ url, fault: await faultOf(url, sha256) })));
  const wrongFiles = faults.flatMap(({ url, fault }) => (fault ? [{ path: fileURLToPath(url), fault }] : []));
  return { wrongFiles, encoder: wrongFiles.length > 0 ? { kind: 'not_tried' } : await tryEncoder(runtime, limitMs) };
}

async function faultOf(url: URL, sha256: string): Promise<ModelFacts['wrongFiles'][number]['fault'] | undefined> {
  try {
    const hash = createHash('sha256').update(await readFile(url));
    return hash.digest('hex') === sha256 ? undefined : 'changed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

async function tryEncoder(runtime: RuntimeChoice, limitMs: number): Promise<ModelFacts['encoder']> {
  const embedder = createLocalEmbedder({ runtime });
  const examine = async (): Promise<ModelFacts['encoder']> => {
    const { loadMs, runtime, fallbackReason } = await embedder.ready;
    const startedAt = performance.now();
    const vector = await embedder.embedQuery(sentence);
    const embedMs = performance.now() - startedAt;
    return { kind: 'loaded', runtime, fallbackReason, loadMs, embedMs, norm: Math.hypot(...vector) };
  };
  try {
    const late = (): ModelFacts['encoder'] => ({ kind: 'failed', reason: `no answer within ${limitMs} ms` });
    return await withTimeout(limitMs, examine, late);
  } catch (error) {
    return { kind: 'failed', reason: (error as Error).message };
  } finally {
    await embedder.close();
  }
}

import { performance } from 'node:perf_hooks';
import { files as vendoredFiles } from '@mnema/model-bge-small-en';
import { type Finding, ok, problem } from '../../lib/finding.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createLocalEmbedder, type LocalEmbedder } from './create-local-embedder.ts';
import type { RuntimeChoice } from './encoder-messages.ts';
import { faultsOf, type HashedFile, reinstallModel } from './verify-files.ts';

/** The check does not belong to an account. */
const noAccount = '';
const sentence = 'Ada takes her tea without sugar.';
const runtimeNames = { native: 'native library', wasm: 'WebAssembly' };
/** The largest deviation of a vector's length from 1. */
const tolerance = 0.001;

/** Compares the vendored files with the released ones, loads the encoder and embeds a sentence. */
export async function checkModel({
  runtime,
  limitMs = 60_000,
  files = vendoredFiles,
  open = () => createLocalEmbedder({ runtime }),
}: {
  runtime: RuntimeChoice;
  limitMs?: number;
  files?: readonly HashedFile[];
  open?: () => Pick<LocalEmbedder, 'ready' | 'embedQuery' | 'close'>;
}): Promise<Finding> {
  const faults = faultsOf(files);
  // A wrong file is not loaded, because its code could do anything in this process.
  if (faults.length > 0) return problem(faults.join('; '), reinstallModel);
  return tryEncoder(open, limitMs);
}

async function tryEncoder(
  open: () => Pick<LocalEmbedder, 'ready' | 'embedQuery' | 'close'>,
  limitMs: number,
): Promise<Finding> {
  const embedder = open();
  const examine = async () => {
    const start = await embedder.ready;
    const startedAt = performance.now();
    const vector = await embedder.embedQuery(noAccount, sentence);
    return { ...start, norm: Math.hypot(...vector), embedMs: performance.now() - startedAt };
  };
  try {
    const { runtime, loadMs, fallbackReason, norm, embedMs } = await withTimeout(limitMs, examine, () => {
      throw new Error(`no response within ${limitMs} ms`);
    });
    if (!(Math.abs(norm - 1) <= tolerance)) {
      return problem(
        `the encoder computes wrong vectors: the length of one is ${norm} instead of 1 (${runtimeNames[runtime]})`,
        'set MNEMA_LOCAL_RUNTIME to the other runtime, native or wasm, and report this with the model of the processor',
      );
    }
    const times = `loaded in ${Math.round(loadMs)} ms, a sentence embedded in ${Math.round(embedMs)} ms`;
    const [firstLine] = fallbackReason?.split('\n', 1) ?? [];
    const reason = firstLine === undefined ? '' : `; the faster native library does not load: ${firstLine}`;
    return ok(`the files are right; ${runtimeNames[runtime]}, ${times}${reason}`);
  } catch (error) {
    return problem(
      `the files are right, but the encoder does not work: ${(error as Error).message}`,
      'set MNEMA_LOCAL_RUNTIME to auto, which uses WebAssembly where the native library does not load. Until the encoder works, memories stay pending, and only keyword search finds them',
    );
  } finally {
    await embedder.close();
  }
}

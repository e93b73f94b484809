import type { ModelFacts } from '../../app/services.ts';
import { type Finding, ok, problem } from './check.ts';

const tolerance = 0.001;

export function checkModel({ wrongFiles, encoder }: ModelFacts): Finding {
  if (wrongFiles.length > 0) {
    const what = wrongFiles.map(({ path, fault }) => `${path} is ${fault}`).join('; ');
    return problem(
      what,
      'install the package @mnema/model-bge-small-en again (in a checkout: restore its files with git)',
    );
  }
  if (encoder.kind === 'not_tried') return problem('the encoder was not tried', 'run this again');
  if (encoder.kind === 'failed') {
    return problem(
      `the files are right, but the encoder does not work: ${encoder.reason}`,
      'set MNEMA_LOCAL_RUNTIME to auto, so that WebAssembly is used where the native library does not load; until it works, memories stay pending and are found by words only',
    );
  }
  const { runtime, fallbackReason, loadMs, embedMs, norm } = encoder;
  const times = `loaded in ${Math.round(loadMs)} ms, a sentence embedded in ${Math.round(embedMs)} ms`;
  if (!(Math.abs(norm - 1) <= tolerance)) {
    return problem(
      `the encoder makes wrong vectors: the length of one is ${norm} instead of 1 (${runtimeNames[runtime]})`,
      'set MNEMA_LOCAL_RUNTIME to the other runtime, native or wasm, and report this with the model of the processor',
    );
  }
  const reason =
    fallbackReason === null ? '' : `; the faster native library does not load: ${firstLine(fallbackReason)}`;
  return ok(`the files are right; ${runtimeNames[runtime]}, ${times}${reason}`);
}

const runtimeNames = { native: 'native library', wasm: 'WebAssembly' };

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

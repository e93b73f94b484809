import { messageOf } from '../../lib/message-of.ts';
import { createTokenise, type Tokenise } from './create-tokenise.ts';
import { encodeTokens } from './encode-tokens.ts';
import type { RuntimeChoice, RuntimeName } from './encoder-messages.ts';
import { createNativeSession, importNativeRuntime } from './native-runtime.ts';
import type { OnnxModule, OnnxSession } from './onnx-module.ts';
import type { RunLimits } from './plan-run.ts';
import { createWasmSession, importWasmRuntime } from './wasm-runtime.ts';

/** The model, ready to run on the thread that loaded it. */
export interface Encoder {
  readonly runtime: RuntimeName;
  readonly fallbackReason: string | null;
  readonly limits: RunLimits;
  readonly tokenise: Tokenise;
  encode(tokenLists: readonly (readonly number[])[]): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/**
 * The limits of a run, measured on chat messages on one slow core: it takes 20–35 ms (native) and 50–125 ms
 * (WebAssembly). Larger runs make queries wait longer and embed hardly more texts per second.
 */
const runLimits: Record<RuntimeName, RunLimits> = {
  native: { maxTexts: 8, maxTokens: 128 },
  wasm: { maxTexts: 4, maxTokens: 64 },
};

/**
 * Loads the native runtime, or the WebAssembly one where the native doesn't load and the choice is `auto`.
 * @throws {Error} when the chosen runtime doesn't load
 */
export async function loadEncoder(
  choice: RuntimeChoice,
  imports: { native: () => Promise<OnnxModule>; wasm: () => Promise<OnnxModule> } = {
    native: importNativeRuntime,
    wasm: importWasmRuntime,
  },
): Promise<Encoder> {
  const tokenise = await createTokenise();
  const open = async (runtime: RuntimeName, fallbackReason: string | null): Promise<Encoder> => {
    const module = await imports[runtime]();
    const session: OnnxSession = await (runtime === 'native' ? createNativeSession : createWasmSession)(module);
    const encode = (tokenLists: readonly (readonly number[])[]) => encodeTokens(module, session, tokenLists);
    // The first run is slow, and a runtime that can't run is no better than one that can't load.
    await encode([tokenise('ready')]);
    return { runtime, fallbackReason, limits: runLimits[runtime], tokenise, encode, release: () => session.release() };
  };
  if (choice !== 'auto') return open(choice, null);
  try {
    return await open('native', null);
  } catch (error) {
    const reason = messageOf(error);
    return open('wasm', reason).catch((wasmError: unknown) => {
      throw new Error(`No runtime loads. Native: ${reason}. WebAssembly: ${messageOf(wasmError)}`, {
        cause: wasmError,
      });
    });
  }
}

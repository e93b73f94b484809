import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { dimensions, maxTokens, modelUrl, tokenizerUrl } from '../../../packages/model-bge-small-en/index.js';

// A copy of the path of a query through the encoder of commit 02cfbb9, so that the baseline does not change. It has the
// tokenizer, one run of the model with one text on one thread, and the vector scaled to unit length.

interface OnnxTensor {
  readonly data: unknown;
}

interface OnnxModule {
  InferenceSession: {
    create(
      file: string,
      options: object,
    ): Promise<{ run(inputs: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>> }>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => OnnxTensor;
}

interface TokenizersModule {
  Tokenizer: new (model: object, options: object) => { encode(text: string): { ids: number[] } };
}

const load = createRequire(new URL('../../../server/package.json', import.meta.url));
const { InferenceSession, Tensor } = load('onnxruntime-node') as OnnxModule;
const { Tokenizer } = load('@huggingface/tokenizers') as TokenizersModule;

const maxCharacters = 3_000;

const tokenizer = new Tokenizer(JSON.parse(await readFile(tokenizerUrl, 'utf8')), {});
const session = await InferenceSession.create(fileURLToPath(modelUrl), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  enableCpuMemArena: false,
  enableMemPattern: false,
});

async function encode(text: string): Promise<Float32Array<ArrayBuffer>> {
  const ids = tokenizer.encode(text.trim().slice(0, maxCharacters)).ids.slice(0, maxTokens);
  const shape = [1, ids.length];
  const output = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  });
  const { data } = output['last_hidden_state'] as OnnxTensor;
  const values = (data as Float32Array<ArrayBuffer>).slice(0, dimensions);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

// The first run is slow.
await encode('ready');
let last = Promise.resolve();
parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  last = last.then(async () => {
    const values = await encode(text);
    parentPort?.postMessage({ id, values }, [values.buffer]);
    await setImmediate();
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { createLocalEmbedder, type LocalEmbedderOptions } from './create-local-embedder.ts';

describeEmbedder('local embedder, native runtime', async () => createLocalEmbedder({ runtime: 'native' }));
describeEmbedder('local embedder, WebAssembly runtime', async () => createLocalEmbedder({ runtime: 'wasm' }));

/** A thread with this code, which can import the adapter's modules with `at(name)`. */
function threadOf(code: string): URL {
  const base = JSON.stringify(new URL('./', import.meta.url).href);
  const prelude = `import { parentPort } from 'node:worker_threads'; const at = (name) => import(${base} + name);`;
  return new URL(`data:text/javascript,${encodeURIComponent(`${prelude}\n${code}`)}`);
}

function create(options: Partial<LocalEmbedderOptions> = {}) {
  const embedder = createLocalEmbedder({ runtime: 'auto', ...options });
  onTestFinished(() => embedder.close());
  return embedder;
}

/** Replies to each request with vectors of its ordinal, and ends on the text "die". */
const counting = threadOf(`
  let count = 0;
  function respond({ operation, argument }) {
    if (operation === 'start') return { result: { runtime: 'native', fallbackReason: null, loadMs: 1 } };
    if (argument === 'die') throw new Error('out of luck');
    if (argument === 'reject') return { error: { message: 'not this one', unavailable: false } };
    const embedding = { vector: new Float32Array(384).fill(++count), tokens: new Int8Array() };
    const embeddings = Array(operation === 'documents' ? argument.length : 1).fill(embedding);
    return { result: { embeddings, words: [] } };
  }
  parentPort.on('message', (requests) => {
    if (requests === 'close') return parentPort.close();
    for (const request of requests) parentPort.postMessage([{ id: request.id, ...respond(request) }]);
  });
`);

describe('createLocalEmbedder', { timeout: 60_000 }, () => {
  it('runs on WebAssembly where the native runtime does not load, and reports the reason', async () => {
    const embedder = create({
      threadUrl: threadOf(`
        const { loadEncoder } = await at('load-encoder.ts');
        const { importWasmRuntime } = await at('onnx-runtimes.ts');
        const { serveEncoder } = await at('serve-encoder.ts');
        const native = () => Promise.reject(new Error('libonnxruntime.so.1: cannot open shared object file'));
        await serveEncoder(parentPort, () => loadEncoder('auto', { native, wasm: importWasmRuntime }));
      `),
    });
    expect(await embedder.ready).toMatchObject({
      runtime: 'wasm',
      fallbackReason: 'libonnxruntime.so.1: cannot open shared object file',
    });
    expect(await embedder.embedQuery('acct', 'still answers')).toHaveLength(384);
  });

  it('names the cause of both failures when no runtime loads', async () => {
    const embedder = create({
      threadUrl: threadOf(`
        const { loadEncoder } = await at('load-encoder.ts');
        const fails = (reason) => () => Promise.reject(new Error(reason));
        await loadEncoder('auto', { native: fails('no library'), wasm: fails('no SIMD') });
      `),
    });
    const call = embedder.embedQuery('acct', 'anything');
    await expect(embedder.ready).rejects.toThrow(/Native: no library.*WebAssembly: no SIMD/);
    await expect(call).rejects.toMatchObject({ name: 'EmbedderError', retryable: true });
  });

  it('does not fall back when the native runtime is configured', async () => {
    const embedder = create({
      threadUrl: threadOf(`
        const { loadEncoder } = await at('load-encoder.ts');
        const { importWasmRuntime } = await at('onnx-runtimes.ts');
        await loadEncoder('native', { native: () => Promise.reject(new Error('absent')), wasm: importWasmRuntime });
      `),
    });
    await expect(embedder.ready).rejects.toThrow('absent');
  });

  it('gives nearly the same vectors on both runtimes, so that a data directory can move', async () => {
    const [native, wasm] = [create({ runtime: 'native' }), create({ runtime: 'wasm' })];
    const text = 'Melanie took the children camping at the lake in July.';
    const [a, b] = await Promise.all([native.embedQuery('acct', text), wasm.embedQuery('acct', text)]);
    expect(a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)).toBeGreaterThan(0.99);
  });

  it('embeds a repeated query once, also when both calls come at the same time', async () => {
    const embedder = create({ threadUrl: counting });
    const [first, second] = await Promise.all([
      embedder.embedQuery('acct', 'same'),
      embedder.embedQuery('acct', 'same'),
    ]);
    const third = await embedder.embedQuery('acct', 'same');
    expect([first[0], second[0], third[0]]).toEqual([1, 1, 1]);
    expect((await embedder.embedQuery('acct', 'other'))[0]).toBe(2);
  });

  it('does not cache a query that failed', async () => {
    const embedder = create({ threadUrl: counting });
    await expect(embedder.embedQuery('acct', 'die')).rejects.toThrow('out of luck');
    await expect(embedder.embedQuery('acct', 'die')).rejects.toThrow('The encoder thread ended: out of luck');
  });

  it('distinguishes a text that the model rejects from an outage', async () => {
    const embedder = create({ threadUrl: counting });
    await expect(embedder.embedQuery('acct', 'reject')).rejects.toMatchObject({
      name: 'EmbedderError',
      retryable: false,
    });
    expect(await embedder.embedQuery('acct', 'fine')).toHaveLength(384);
  });

  it('rejects waiting calls when the thread dies, and starts another one on the next call', async () => {
    const embedder = create({ threadUrl: counting });
    const dying = [embedder.embedQuery('acct', 'die'), embedder.embedDocuments(['waits', 'too'])];
    for (const outcome of await Promise.allSettled(dying)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EmbedderError', retryable: true } });
    }
    expect((await embedder.embedQuery('acct', 'again'))[0]).toBe(1);
  });

  it('waits ever longer before it replaces threads that die at once', async () => {
    let nowMs = 0;
    const embedder = create({ threadUrl: threadOf(`throw new Error('broken')`), monotonicMs: () => nowMs });
    await expect(embedder.embedQuery('acct', 'first thread')).rejects.toThrow('broken');
    await expect(embedder.embedQuery('acct', 'second thread')).rejects.toThrow('broken');
    await expect(embedder.embedQuery('acct', 'too early')).rejects.toThrow('possible in 200 ms');
    nowMs = 200;
    await expect(embedder.embedQuery('acct', 'third thread')).rejects.toThrow('broken');
    await expect(embedder.embedQuery('acct', 'too early')).rejects.toThrow('possible in 400 ms');
    await expect(embedder.embedQuery('acct', 'too early')).rejects.toBeInstanceOf(EmbedderError);
  });

  it('leaves the event loop free while many documents are embedded', async () => {
    const embedder = create({ runtime: 'wasm' });
    await embedder.ready;
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    await embedder.embedDocuments(Array.from({ length: 60 }, (_, index) => `Entry ${index}: we met at the harbour.`));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
  });
});

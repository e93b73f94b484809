import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { createLocalEmbedder, type LocalEmbedderOptions } from './create-local-embedder.ts';

describeEmbedder('local embedder, native runtime', async () => createLocalEmbedder({ runtime: 'native' }));

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

it('gives nearly the same vectors on both runtimes, so that a data directory can move', async () => {
  const [native, wasm] = [create({ runtime: 'native' }), create({ runtime: 'wasm' })];
  const texts = ['Melanie took the children camping at the lake in July.', 'ok', '', '我妹妹对花生过敏。'.repeat(200)];
  const [ofNative, ofWasm] = await Promise.all([native.embedDocuments(texts), wasm.embedDocuments(texts)]);
  for (const [at, vector] of ofNative.entries()) {
    const cosine = vector.reduce((sum, value, index) => sum + value * (ofWasm[at]?.[index] ?? 0), 0);
    expect(cosine).toBeGreaterThan(0.99);
  }
});

it('embeds a repeated query once, also when both calls come at the same time, and again when it failed', async () => {
  const embedder = create({ threadUrl: counting });
  const embed = (query: string) => embedder.embedQuery('acct', query);
  const [first, second] = await Promise.all([embed('same'), embed('same')]);
  expect([first[0], second[0], (await embed('same'))[0], (await embed('other'))[0]]).toEqual([1, 1, 1, 2]);
  // A text that the model rejects is no outage.
  await expect(embed('reject')).rejects.toMatchObject({ name: 'EmbedderError', retryable: false });
  await expect(embed('die')).rejects.toThrow('out of luck');
  expect((await embed('again'))[0]).toBe(1);
  await expect(embed('die')).rejects.toThrow('The encoder thread ended: out of luck');
});

it('waits ever longer before it replaces threads that die at once', async () => {
  let nowMs = 0;
  const embedder = create({ threadUrl: threadOf(`throw new Error('broken')`), monotonicMs: () => nowMs });
  const outage = { name: 'EmbedderError', retryable: true, message: expect.stringContaining('broken') };
  await expect(embedder.embedQuery('acct', 'first thread')).rejects.toMatchObject(outage);
  await expect(embedder.ready).rejects.toThrow('broken');
  await expect(embedder.embedQuery('acct', 'second thread')).rejects.toThrow('broken');
  await expect(embedder.embedQuery('acct', 'too early')).rejects.toThrow('possible in 200 ms');
  nowMs = 200;
  await expect(embedder.embedQuery('acct', 'third thread')).rejects.toThrow('broken');
  await expect(embedder.embedQuery('acct', 'too early')).rejects.toMatchObject({
    name: 'EmbedderError',
    message: expect.stringContaining('possible in 400 ms'),
  });
});

it.each([
  ['terminates a thread that does not end within five seconds', 'start', true],
  ['gives a thread that still loads more time, since terminating it would abort the process', 'query', false],
] as const)('%s', async (_, responds, isTerminated) => {
  const threadUrl = threadOf(`
    parentPort.on('message', (requests) => {
      for (const { id, operation } of requests === 'close' ? [] : requests) {
        const embeddings = [{ vector: new Float32Array(384), tokens: new Int8Array() }];
        if (operation === '${responds}') parentPort.postMessage([{ id, result: { embeddings, words: [] } }]);
      }
    });
  `);
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  onTestFinished(() => terminate.mockRestore());
  const embedder = createLocalEmbedder({ runtime: 'auto', threadUrl });
  const call = embedder.embedQuery('acct', 'text').catch(() => undefined);
  await Promise.race([embedder.ready, call]);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = embedder.close();
  vi.advanceTimersByTime(5_000);
  expect(terminate.mock.calls.length > 0).toBe(isTerminated);
  vi.advanceTimersByTime(60_000);
  await closed;
});

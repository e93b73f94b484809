import { parentPort, workerData } from 'node:worker_threads';
import type { RuntimeChoice } from './encoder-messages.ts';
import { loadEncoder } from './load-encoder.ts';
import { serveEncoder } from './serve-encoder.ts';

if (parentPort === null) throw new Error('encoder-thread runs as a worker thread only');
const { runtime } = workerData as { runtime: RuntimeChoice };
await serveEncoder(parentPort, () => loadEncoder(runtime));

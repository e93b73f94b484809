import { setTimeout as delay } from 'node:timers/promises';
import { mem0Figures } from '../mem0-figures.ts';
import { startBareExpress } from '../processes/bare-express.ts';
import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { createQuestions } from '../questions.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';

const searches = 500;
const restMs = 3_000;
const maxMegabytes = 320;
const caches = { 'usual MNEMA_CACHE_MB': {}, 'MNEMA_CACHE_MB=64': { MNEMA_CACHE_MB: '64' } };

/** Measures the memory in RAM of the whole server process, including its threads and the encoder. */
export const residentMemory: Measure = {
  name: 'memory',
  async run({ scratch, corpus, progress }) {
    const { dataDirectory, key, memories, writerResidentBytes } = await corpus();
    progress('idle');
    const express = await startBareExpress(scratch.folder('bare-memory'));
    await delay(restMs);
    const baseline = toMegabytes(residentBytes(express.child.pid));
    await express.child.kill();
    const row = (measure: string, bytes: number, note: string): Row => {
      return { measure, value: toMegabytes(bytes), baseline, unit: 'MB', goal: null, note };
    };
    const rows: Row[] = [];
    for (const runtime of ['native', 'wasm'] as const) {
      rows.push(
        row(
          `RSS idle, ${runtime}`,
          await idleBytes(scratch.folder('idle'), runtime),
          'encoder loaded; baseline: bare Express, idle',
        ),
      );
    }
    return [
      ...rows,
      ...(await memoryRows({
        embedder: 'local model',
        store: { dataDirectory, key },
        memories,
        writerResidentBytes,
        maxMegabytes,
        progress,
      })),
    ];
  },
};

/**
 * Measures the memory in RAM of a server that starts with a store and searches it, with the usual cache and a small one.
 * @param options.writerResidentBytes - that of the process that has written the store
 */
export async function memoryRows(options: {
  embedder: string;
  store: { dataDirectory: string; key: string };
  settings?: Record<string, string>;
  memories: number;
  writerResidentBytes: number;
  maxMegabytes: number;
  progress: MeasureContext['progress'];
}): Promise<Row[]> {
  const { embedder, store, settings = {}, memories, writerResidentBytes, maxMegabytes: limit, progress } = options;
  const row = (bytes: number, note: string, mem0?: number): Row => ({
    measure: `RSS with ${memories} memories, ${embedder}`,
    value: toMegabytes(bytes),
    baseline: null,
    unit: 'MB',
    goal: { kind: 'value at most', limit },
    ...(mem0 === undefined ? {} : { mem0 }),
    note,
  });
  const rows = [
    row(writerResidentBytes, 'of the process that has just taken and embedded all of them', mem0Figures.residentMb),
  ];
  for (const [cache, cacheSettings] of Object.entries(caches)) {
    progress(`${searches} searches, ${cache}`);
    const bytes = await searchedBytes(store, { ...settings, ...cacheSettings });
    rows.push(row(bytes, `started again, after ${searches} searches, ${cache}`));
  }
  return rows;
}

function toMegabytes(bytes: number): number {
  return bytes / 1e6;
}

async function idleBytes(dataDirectory: string, runtime: Runtime): Promise<number> {
  const server = await MnemaServer.start({ dataDirectory, runtime });
  try {
    await server.warmUp();
    await delay(restMs);
    return residentBytes(server.child.pid);
  } finally {
    await server.kill();
  }
}

async function searchedBytes(
  store: { dataDirectory: string; key: string },
  settings: Record<string, string>,
): Promise<number> {
  const server = await MnemaServer.start({ ...store, runtime: 'native', settings });
  try {
    const question = createQuestions(600);
    for (let count = 0; count < searches; count++) await server.search({ query: question() });
    return residentBytes(server.child.pid);
  } finally {
    await server.stop();
  }
}

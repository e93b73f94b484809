import { setTimeout as delay } from 'node:timers/promises';
import { startBareExpress } from '../processes/bare-express.ts';
import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { createSentences } from '../sentences.ts';
import type { Measure, Row } from './measure.ts';

const searches = 500;
const restMs = 3_000;

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
    progress(`${searches} searches`);
    rows.push(
      row(
        `RSS with ${memories} memories, native`,
        await searchedBytes({ dataDirectory, key }),
        `started anew, after ${searches} searches`,
      ),
      row(
        `RSS with ${memories} memories, native`,
        writerResidentBytes,
        'of the process that has just taken and embedded all of them',
      ),
    );
    return rows;
  },
};

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

async function searchedBytes(store: { dataDirectory: string; key: string }): Promise<number> {
  const server = await MnemaServer.start({ ...store, runtime: 'native' });
  try {
    const sentences = createSentences(600);
    for (let count = 0; count < searches; count++) await server.search({ query: sentences.question() });
    return residentBytes(server.child.pid);
  } finally {
    await server.stop();
  }
}

import { mem0Figures } from '../mem0-figures.ts';
import { startBareExpress } from '../processes/bare-express.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { median } from '../statistics.ts';
import type { Measure, Row } from './measure.ts';

/** Measures from spawning the process to its first response and to the first memory that a search finds. */
export const startUp: Measure = {
  name: 'start-up',
  async run({ scratch, rounds, corpus, progress }) {
    const { dataDirectory, key, memories } = await corpus();
    const empty: Times[] = [];
    const large: Times[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      empty.push(await timesOf({ dataDirectory: scratch.folder('start') }, `written in round ${round}`));
      large.push(await timesOf({ dataDirectory, key }, null));
      const express = await startBareExpress(scratch.folder('bare-start'));
      bare.push(express.startMs);
      await express.child.kill();
    }
    const rows = (store: string, times: Times[], hit: string, mem0?: number): Row[] => [
      {
        measure: `start to first answer, ${store}`,
        value: median(times.map(({ responseMs }) => responseMs)),
        baseline: median(bare),
        unit: 'ms',
        goal: null,
        note: 'GET /healthz; baseline: bare Express',
      },
      {
        measure: `start to first search hit, ${store}`,
        value: median(times.map(({ hitMs }) => hitMs)),
        baseline: null,
        unit: 'ms',
        goal: null,
        ...(mem0 === undefined ? {} : { mem0 }),
        note: hit,
      },
    ];
    return [
      ...rows('empty store', empty, 'with making the first account and writing the memory that is found'),
      ...rows(`${memories} memories`, large, 'by words and meaning: the encoder has loaded', mem0Figures.firstHitMs),
    ];
  },
};

interface Times {
  responseMs: number;
  hitMs: number;
}

/** @param text - written first when the store is empty */
async function timesOf(options: { dataDirectory: string; key?: string }, text: string | null): Promise<Times> {
  const server = await MnemaServer.start({ ...options, runtime: 'native' });
  try {
    if (text !== null) await server.write({ text });
    for (;;) {
      const { results, degraded } = await server.search({ query: text ?? 'Who is allergic to lemon cake?' });
      if (results.length > 0 && degraded.length === 0) break;
    }
    return { responseMs: server.startMs, hitMs: server.ageMs };
  } finally {
    await server.stop();
  }
}

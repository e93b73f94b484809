import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure } from './measure.ts';

const run = promisify(execFile);
const pathOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const python = pathOf(process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python');
const goal = { kind: 'ratio at most', limit: 1.25 } as const;

type Medians = Record<string, { own: number; bare: number }>;

/** Measures the time that the Python SDK adds to a request. */
export const sdkPython: Measure = {
  name: 'sdk-python',
  async run({ scratch, seconds, rounds, progress }) {
    if (!existsSync(python)) throw new Error('the Python of the tests is missing: npm run setup');
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('sdk-python'), runtime: 'native' });
    try {
      await server.warmUp();
      const text = createSentences(200).memory();
      const id = await server.write({ text, agent_id: 'planner', metadata: { project: 'atlas' } });
      await server.drain();
      const settings = {
        MNEMA_BASE_URL: `http://127.0.0.1:${server.port}`,
        MNEMA_API_KEY: await server.apiKey(),
      };
      const found: Medians[] = [];
      for (let round = 0; round < rounds; round++) {
        progress(`round ${round + 1} of ${rounds}`);
        const args = [pathOf('sdks/python/bench/overhead.py'), id, String(seconds)];
        const { stdout } = await run(python, args, { env: { ...process.env, ...settings } });
        found.push(JSON.parse(stdout));
      }
      return Object.keys(found[0] as Medians).map((measure) => {
        const medianOf = (kind: 'own' | 'bare') => median(found.map((medians) => medians[measure]?.[kind] as number));
        return {
          measure,
          value: medianOf('own'),
          baseline: medianOf('bare'),
          unit: 'ms',
          goal,
          note: 'baseline: the same request by bare httpx2, its answer parsed; one at a time, in turns, keep-alive',
        };
      });
    } finally {
      await server.kill();
    }
  },
};

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../statistics.ts';
import type { Measure } from './measure.ts';

const run = promisify(execFile);
const module = fileURLToPath(new URL('../../../sdks/go', import.meta.url));
const goal = { kind: 'ratio at most', limit: 1.25 } as const;

interface Measured {
  call: string;
  own_ms: number;
  bare_ms: number;
}

/** Measures the time that the Go SDK adds to a request. */
export const sdkGo: Measure = {
  name: 'sdk-go',
  async run({ rounds, progress }) {
    const found: Measured[][] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      const { stdout } = await run('go', ['run', './internal/overhead', '-json'], { cwd: module });
      found.push(JSON.parse(stdout));
    }
    return (found[0] as Measured[]).map(({ call }, index) => {
      const medianOf = (kind: 'own_ms' | 'bare_ms') => median(found.map((round) => round[index]?.[kind] as number));
      return {
        measure: `${call} through the Go SDK`,
        value: medianOf('own_ms'),
        baseline: medianOf('bare_ms'),
        unit: 'ms',
        goal,
        note: 'baseline: the same request by bare net/http, its answer decoded; one at a time, in turns, keep-alive, with a server that does no work',
      };
    });
  },
};

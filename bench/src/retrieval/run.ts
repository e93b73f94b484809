import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rankingWeights } from '../../../server/src/domain/search/ranking-weights.ts';
import { createScratch } from '../processes/scratch.ts';
import { askAll } from './ask.ts';
import type { EvaluationSet } from './evaluation-set.ts';
import { checkFloors, type Floors, lower, toFloors } from './floors.ts';
import { ownSetFiles, readSets } from './read-sets.ts';
import { formatReport } from './report.ts';

const usage = `Measures how well search finds what is asked for.

  --set FILE    this set instead of those in bench/retrieval/sets, may be repeated
  --json FILE   also writes every answer, and the checks if there were any, there
  --check       ends with 1 when a figure is more than a point below its floor in bench/retrieval/floors.json
  --record      makes the figures of this run the floors
  --lower       lowers the floors to the figures of this run where these are lower: for another runtime or machine
  --without W   gives a weight of server/src/memory/ranking-weights.ts no say, may be repeated
  --runtime R   runs the encoder with native or wasm
`;

const floorsFile = fileURLToPath(new URL('../../retrieval/floors.json', import.meta.url));

const { options, sets } = prepare();
const scratch = createScratch();
// Scratch files are deleted at the exit event, which a signal alone does not cause.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const startedAt = performance.now();
const resultsBySystem = await askAll(sets, {
  dataDirectory: scratch.folder('retrieval'),
  runtime: options.runtime,
  isWhole: options.without.length === 0,
  progress: (message) => {
    process.stderr.write(`${Math.round((performance.now() - startedAt) / 1_000)} s  ${message}\n`);
  },
});
const measured = toFloors(resultsBySystem['the whole']);
const checks = options.check ? checkFloors(readFloors(), measured) : undefined;
process.stdout.write(`${formatReport(resultsBySystem)}\n`);
if (options.record) writeFloors(measured);
if (options.lower) writeFloors(lower(readFloors(), measured));
for (const { category, problems } of checks ?? []) {
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${category}  ${problems.join('; ')}`.trimEnd());
  process.stdout.write('\n');
}
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ measured, checks, resultsBySystem }, null, 2)}\n`);
}
process.exit(checks?.some(({ problems }) => problems.length > 0) ? 1 : 0);

function prepare(): { options: ReturnType<typeof readOptions>; sets: EvaluationSet[] } {
  try {
    const options = readOptions();
    return { options, sets: readSets(options.set ?? ownSetFiles()) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      lower: { type: 'boolean', default: false },
      runtime: { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (values.set && (values.check || values.record || values.lower))
    throw new Error('--set: the floors are those of the own sets');
  if ([values.check, values.record, values.lower].filter(Boolean).length > 1) {
    throw new Error('--check, --record, --lower: one of them, what was just recorded cannot be missed');
  }
  for (const name of values.without) switchOff(name);
  return values;
}

/** Leaves a signal out in this process only: the figures then show its value. */
function switchOff(name: string): void {
  const weights = rankingWeights as Record<string, number | readonly number[]>;
  const weight = weights[name];
  if (weight === undefined) throw new Error(`--without ${name}: the weights are ${Object.keys(weights).join(', ')}`);
  weights[name] = typeof weight === 'number' ? 0 : weight.map(() => 0);
}

function readFloors(): Floors {
  return existsSync(floorsFile) ? (JSON.parse(readFileSync(floorsFile, 'utf8')) as Floors) : {};
}

function writeFloors(floors: Floors): void {
  writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`);
}

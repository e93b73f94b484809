import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Corpus, writeCorpus } from './corpus.ts';
import { machineFacts } from './machine.ts';
import { batches } from './measures/batches.ts';
import { searchConditions } from './measures/conditions.ts';
import { conversation } from './measures/conversation.ts';
import { deletions } from './measures/deletions.ts';
import { drain } from './measures/drain.ts';
import { hangingWebhook } from './measures/hanging-webhook.ts';
import { lag } from './measures/lag.ts';
import { lagByWords } from './measures/lag-by-words.ts';
import { longIngest } from './measures/long-ingest.ts';
import type { Measure } from './measures/measure.ts';
import { neighbours } from './measures/neighbours.ts';
import { outsideEmbedder } from './measures/outside-embedder.ts';
import { productionCosts } from './measures/production-costs.ts';
import { productionLag } from './measures/production-lag.ts';
import { productionSizes } from './measures/production-sizes.ts';
import { productionWorkers } from './measures/production-workers.ts';
import { reads } from './measures/reads.ts';
import { requestStatistics } from './measures/request-statistics.ts';
import { residentMemory } from './measures/resident-memory.ts';
import { scale } from './measures/scale.ts';
import { scaleMillion } from './measures/scale-million.ts';
import { sdk } from './measures/sdk.ts';
import { sdkGo } from './measures/sdk-go.ts';
import { sdkPython } from './measures/sdk-python.ts';
import { search } from './measures/search.ts';
import { startUp } from './measures/start-up.ts';
import { transfer } from './measures/transfer.ts';
import { updates } from './measures/updates.ts';
import { victims } from './measures/victims.ts';
import { writes } from './measures/writes.ts';
import { createScratch } from './processes/scratch.ts';
import { formatTable, type Line, toLine } from './table.ts';

const measures: Measure[] = [
  writes,
  batches,
  hangingWebhook,
  updates,
  deletions,
  transfer,
  reads,
  lag,
  lagByWords,
  search,
  startUp,
  residentMemory,
  requestStatistics,
  scale,
  searchConditions,
  conversation,
  outsideEmbedder,
  sdk,
  sdkGo,
  sdkPython,
  drain,
  longIngest,
  scaleMillion,
  victims,
  neighbours,
  productionLag,
  productionWorkers,
  productionCosts,
  productionSizes,
];
const names = measures.map(({ name }) => name);
const usualNames = measures.filter(({ byNameOnly }) => !byNameOnly).map(({ name }) => name);

const usage = `Measures the speed of the Mnema server against baselines in the same run.

  --only NAME      one measure only, may be repeated: ${names.join(', ')};
                   without it all but ${names.filter((name) => !usualNames.includes(name)).join(', ')}
  --seconds N      seconds of load in each round (3)
  --rounds N       rounds, own and baseline in turns; the medians count (3)
  --memories N     size of the large store (10000)
  --json FILE      also writes the results there
`;

const options = readOptions();
const scratch = createScratch();
// Children and scratch files end with the exit event, which a signal alone does not cause.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const startedAt = performance.now();
const machine = machineFacts(scratch.root);
let shared: Promise<Corpus> | undefined;
const lines: Line[] = [];
for (const { name, run } of measures.filter((measure) => options.only.includes(measure.name))) {
  const progress = (message: string): void => {
    process.stderr.write(`${Math.round((performance.now() - startedAt) / 1_000)} s  ${name}: ${message}\n`);
  };
  const corpus = (): Promise<Corpus> => {
    if (!shared) progress(`writing and embedding ${options.memories} memories`);
    shared ??= writeCorpus(scratch, options.memories);
    return shared;
  };
  try {
    const rows = await run({ scratch, ...options, corpus, progress });
    lines.push(...rows.map(toLine));
  } catch (error) {
    lines.push({ measure: name, failure: error instanceof Error ? error.message : String(error) });
  }
}

const facts = Object.entries(machine).map(([fact, value]) => `${fact}: ${value}`);
facts.push(
  `run: ${options.rounds} rounds of ${options.seconds} s, ${Math.round((performance.now() - startedAt) / 1_000)} s in all`,
);
process.stdout.write(`${formatTable(lines)}\n\n${facts.join('\n')}\n`);
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ machine, options, lines }, null, 2)}\n`);
// A missed goal is a result. A failed measurement is a failure.
process.exit(lines.some((line) => 'failure' in line) ? 1 : 0);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: usualNames },
        seconds: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '3' },
        memories: { type: 'string', default: '10000' },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const unknown = values.only.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${names.join(', ')}`);
    return {
      only: values.only,
      seconds: positive('--seconds', values.seconds),
      rounds: positive('--rounds', values.rounds, Number.isInteger),
      memories: positive('--memories', values.memories, Number.isInteger),
      json: values.json,
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

function positive(name: string, text: string, allowed: (value: number) => boolean = Number.isFinite): number {
  const value = Number(text);
  if (!(value > 0 && allowed(value))) throw new Error(`${name} ${text}: must be a positive number`);
  return value;
}

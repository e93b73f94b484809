import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createScratch } from '../processes/scratch.ts';
import { formatLongMemEval } from './format-longmemeval.ts';
import { toLongMemEvalFigures } from './longmemeval-figures.ts';
import { measureLongMemEval } from './measure-longmemeval.ts';

const usage = `Measures retrieval on LongMemEval: which share of its questions finds their evidence.

  --data FILE        longmemeval_s_cleaned.json, longmemeval_m_cleaned.json or longmemeval_oracle.json of
                     https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned
  --by UNIT          turn (the default): one memory for each turn; session: one for each session
  --official         the turns, labels and questions of the official script: those of the user only
  --with-abstention  also questions without an answer, as some comparisons do
  --limit N          N questions, spread evenly over the file
  --runtime R        runs the encoder with native (the default) or wasm
  --json FILE        also writes the labels of all results and the figures there
`;

const options = readOptions();
const scratch = createScratch();
// Children and scratch files end with the exit event, which a signal alone does not cause.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
try {
  const results = await measureLongMemEval({
    ...options,
    dataDirectory: scratch.folder('longmemeval'),
    progress: (message) => process.stderr.write(`${seconds()} s  ${message}\n`),
  });
  const figures = toLongMemEvalFigures(results);
  process.stdout.write(`${formatLongMemEval(figures)}\n\n${results.length} questions, ${seconds()} s\n`);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify({ layout: options.layout, figures, results }, null, 2)}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
process.exit();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        by: { type: 'string', default: 'turn' },
        official: { type: 'boolean', default: false },
        'with-abstention': { type: 'boolean', default: false },
        limit: { type: 'string', default: 'Infinity' },
        runtime: { type: 'string', default: 'native' },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const { data, by, runtime } = values;
    if (data === undefined) throw new Error('--data FILE is missing');
    if (by !== 'turn' && by !== 'session') throw new Error(`--by ${by}: there are turn and session`);
    if (runtime !== 'native' && runtime !== 'wasm') throw new Error(`--runtime ${runtime}: there are native and wasm`);
    const limit = Number(values.limit);
    if (!(limit >= 1)) throw new Error(`--limit ${values.limit}: must be a positive number`);
    const layout = { by, isOfficial: values.official } as const;
    return { data, layout, limit, runtime, withAbstention: values['with-abstention'], json: values.json } as const;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

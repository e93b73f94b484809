import { parseArgs } from 'node:util';
import { createScratch } from '../processes/scratch.ts';
import { locomoTable } from './locomo-table.ts';
import { measureLocomo } from './measure-locomo.ts';
import { readConversations } from './read-conversations.ts';

const usage = `Measures retrieval on LoCoMo: which share of the messages with the answer is found. No language model is used.

  --data FILE   locomo10.json of https://github.com/snap-research/locomo (CC BY-NC 4.0)
  --runtime R   runs the encoder with native (the default) or wasm
`;

const scratch = createScratch();
// Children and scratch files end with the exit event, which a signal alone does not cause.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const { data, runtime } = readOptions();
  const results = await measureLocomo(readConversations(data), {
    dataDirectory: scratch.folder('locomo'),
    runtime,
    progress: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${locomoTable(results)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
process.exit();

function readOptions() {
  const string = { type: 'string' } as const;
  const { data, runtime = 'native' } = parseArgs({ options: { data: string, runtime: string } }).values;
  if (data === undefined) throw new Error('--data FILE is missing');
  if (runtime !== 'native' && runtime !== 'wasm') throw new Error(`--runtime ${runtime}: there are native and wasm`);
  return { data, runtime } as const;
}

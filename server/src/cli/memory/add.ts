import { Command, InvalidArgumentError } from 'commander';
import { type CommandContext, UsageError } from '../command-context.ts';
import { toJson } from '../operator-output.ts';
import { toNumber } from './scope-options.ts';
import { withClient } from './with-client.ts';

interface AddFlags {
  userId?: string;
  agentId?: string;
  runId?: string;
  metadata?: Record<string, unknown>;
  wait?: number;
  json?: true;
}

const maxWaitSeconds = 30;

export function addCommand(context: CommandContext): Command {
  return new Command('add')
    .description('Writes a memory, and prints its id as soon as it is on disk.')
    .argument('<text>', 'text of the memory, or - to read it from standard input')
    .option('--user-id <value>', 'user of the memory')
    .option('--agent-id <value>', 'agent of the memory')
    .option('--run-id <value>', 'session or task of the memory')
    .option('--metadata <json>', 'metadata, such as \'{"project":"apollo"}\'', toObject)
    .option('--wait <seconds>', `wait until semantic search finds it, at most ${maxWaitSeconds} seconds`, toNumber)
    .option('--json', 'print the response as JSON')
    .action((text: string, { userId, agentId, runId, metadata, wait, json }: AddFlags) =>
      withClient(context, async (client) => {
        const given = text === '-' ? (await context.readInput()).replace(/\r?\n$/, '') : text;
        if (given.trim() === '') throw new UsageError('The text is empty: pass a text, or - and standard input.');
        const accepted = await client.add(
          given,
          {
            ...(userId === undefined ? {} : { user_id: userId }),
            ...(agentId === undefined ? {} : { agent_id: agentId }),
            ...(runId === undefined ? {} : { run_id: runId }),
            ...(metadata === undefined ? {} : { metadata }),
          },
          wait === undefined ? {} : { waitSeconds: wait },
        );
        context.print(json ? toJson(accepted) : `${accepted.memory_id}\n`);
        if (!json) context.explain(`${accepted.status}\n`);
      }),
    );
}

/** @throws {InvalidArgumentError} */
function toObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The error below describes the expected value.
  }
  throw new InvalidArgumentError('It must be a JSON object.');
}

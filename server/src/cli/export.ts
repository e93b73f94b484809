import { accessSync, appendFileSync, constants, existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { toWireName } from '../api/present-fields.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { openClient, transferOptions } from './memory.ts';
import { startProgress } from './progress.ts';

const scopeOptions = [
  ...['user-id', 'agent-id', 'run-id', 'project', 'source', 'memory-type', 'tag'],
  ...['occurred-from', 'occurred-to', 'created-from', 'created-to'],
];

export function exportCommand(context: CommandContext): Command {
  const command = new Command('export')
    .summary('write the memories of an account to a file')
    .description(
      'Writes the memories of the account to a file for import, one JSON object a line. MNEMA_API_KEY selects the account, MNEMA_BASE_URL the server. The file gets its name when the export is complete.',
    )
    .argument('<file>', 'file to create')
    .option('--versions', 'with the earlier versions of each memory');
  for (const name of scopeOptions) command.option(`--${name} <value>`, `only memories with this ${name}`);
  return command.action((file: string, flags: Record<string, string | true>) => exportTo(context, file, flags));
}

async function exportTo(context: CommandContext, file: string, flags: Record<string, string | true>): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} already exists: choose another name, or move it away.`);
  accessSync(dirname(resolve(file)), constants.W_OK);
  const draft = `${file}.partial`;
  // The client repeats requests and checks the lines, while the file gets the bytes as they are.
  const client = await openClient(context, async (...call) => copyTo(draft, await fetch(...call)));
  const named = Object.entries(flags).map(([name, value]) => [toWireName(name), value]);
  const progress = startProgress(context, { name: 'exporting', unit: 'memories', total: null }, { json: false });
  let memories = 0;
  try {
    for await (const _memory of client.export(Object.fromEntries(named), transferOptions)) {
      memories++;
      progress.advance(1);
    }
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: Error };
    if (code !== 'incomplete_export') throw error;
    throw new CommandError(
      `The export was cut off after ${memories} memories, which are in ${draft}: ${cause?.message ?? 'its last line is missing'}. Run the same command again. To keep this part, import it with --incomplete.`,
    );
  }
  progress.end();
  renameSync(draft, file);
  context.explain(`Exported ${memories} memories to ${file}.\n`);
}

/** Returns a response whose body is also written to a file. */
function copyTo(file: string, response: Response): Response {
  if (!response.ok || !response.body) return response;
  writeFileSync(file, '', { mode: 0o600 });
  const copying = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      appendFileSync(file, piece);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(copying), response);
}

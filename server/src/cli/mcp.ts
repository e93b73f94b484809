import { Argument, Command } from 'commander';
import { type CommandContext, CommandError } from './command-context.ts';
import { clients, type McpClient } from './mcp/clients.ts';
import type { Connection } from './mcp/configuration.ts';
import { writeConfiguration } from './mcp/write-configuration.ts';
import { baseUrl } from './server-address.ts';

interface InstallOptions {
  bridge?: true;
  write?: true;
}

/** The placeholder of the key. */
const keyPlaceholder = 'mnk_…';

export function mcpCommand(context: CommandContext): Command {
  return new Command('mcp')
    .summary('connect MCP clients')
    .description('Connects clients of the Model Context Protocol with a Mnema server.')
    .addCommand(installCommand(context));
}

function installCommand(context: CommandContext): Command {
  const { programName } = context;
  return new Command('install')
    .description(
      'Prints what belongs into the configuration of a client, or puts it there. The server is the one at MNEMA_BASE_URL, else the one these settings describe; the key is MNEMA_API_KEY.',
    )
    .addArgument(new Argument('<client>', 'which one').choices(clients.map(({ name }) => name)))
    .option('--bridge', 'through the stdio bridge, also for a client that speaks HTTP')
    .option('--write', "change the client's file; a backup is kept beside it")
    .addHelpText(
      'after',
      `\nA key and the configuration in one go:\n  MNEMA_API_KEY=$(${programName} key create <e-mail>) ${programName} mcp install cursor --write`,
    )
    .action(async (name: string, { bridge, write }: InstallOptions) => {
      const client = clients.find((one) => one.name === name) as McpClient;
      const key = context.readEnvironment()['MNEMA_API_KEY']?.trim();
      const connection = connectionTo(context, bridge ?? client.needsBridge ?? false, key || keyPlaceholder);
      const file = client.file({ ...context.machine, environment: context.readEnvironment() });
      const configuration = client.configuration(connection);
      if (!write) {
        context.print(configuration.text);
        context.explain(`This belongs into ${file}. With --write it is put there.\n`);
        if (!key)
          context.explain(`Write an API key in place of ${keyPlaceholder}: ${programName} key create <e-mail>\n`);
        return;
      }
      if (!key) {
        throw new CommandError(
          `Set MNEMA_API_KEY to the key that belongs into the file. A new one: ${programName} key create <e-mail>`,
        );
      }
      const written = await writeConfiguration(file, configuration, context.now());
      if (written.kind === 'rejected') {
        context.print(configuration.text);
        throw new CommandError(
          `${file} was left as it is: it can not be read, or holds servers in a form that could break. Put what is printed above into it yourself.`,
        );
      }
      const done = {
        created: `Wrote ${file}.`,
        unchanged: `${file} has it already.`,
        changed: `Changed ${file}.${'backup' in written ? ` What it was: ${written.backup}${written.closed ? '\nBoth hold keys and can be read by you only from now on.' : ''}` : ''}`,
      }[written.kind];
      context.explain(`${done}\nRestart ${client.title} and say: "remember that …"\n`);
    });
}

function connectionTo(context: CommandContext, throughBridge: boolean, key: string): Connection {
  const base = baseUrl(context);
  if (!throughBridge) return { kind: 'remote', url: `${base}/mcp`, headers: { 'X-API-Key': key } };
  return { kind: 'bridge', ...context.bridge, env: { MNEMA_BASE_URL: base, MNEMA_API_KEY: key } };
}

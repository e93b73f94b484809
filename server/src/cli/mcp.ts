import { Argument, Command, Option } from 'commander';
import { type CommandContext, CommandError, UsageError } from './command-context.ts';
import { claudeSettingsFile, clients, type McpClient } from './mcp/clients.ts';
import { type Connection, pluginConfiguration } from './mcp/configuration.ts';
import { writeConfiguration } from './mcp/write-configuration.ts';
import { baseUrl } from './server-address.ts';

interface InstallOptions {
  bridge?: true;
  force?: boolean;
  plugin?: true;
  write?: true;
}

/** The placeholder of the key. */
const keyPlaceholder = 'mnk_…';

export function mcpCommand(context: CommandContext): Command {
  return new Command('mcp')
    .summary('connect MCP clients')
    .description('Connects clients of the Model Context Protocol to a Mnema server.')
    .addCommand(installCommand(context));
}

function installCommand(context: CommandContext): Command {
  const { programName } = context;
  return new Command('install')
    .description(
      'Prints the configuration for a client, or writes it. The server is MNEMA_BASE_URL, or the one of these settings; the key is MNEMA_API_KEY.',
    )
    .addArgument(new Argument('<client>', 'which one').choices(clients.map(({ name }) => name)))
    .option('--bridge', 'use the stdio bridge, also for a client that supports HTTP')
    .addOption(
      new Option(
        '--plugin',
        'install the plugin for Claude Code, which also recalls memories and offers to remember',
      ).conflicts('bridge'),
    )
    .option('--force', 'with --plugin: replace a marketplace of the same name that has another source')
    .option('--write', 'change the file of the client, with a backup next to it')
    .addHelpText(
      'after',
      `\nCreate a key and the configuration in one step:\n  MNEMA_API_KEY=$(${programName} key create <email>) ${programName} mcp install cursor --write`,
    )
    .action(async (name: string, { bridge, force = false, plugin, write }: InstallOptions) => {
      const client = clients.find((one) => one.name === name) as McpClient;
      const key = context.readEnvironment()['MNEMA_API_KEY']?.trim();
      if (plugin && client.name !== 'claude-code') throw new UsageError('--plugin is for claude-code only.');
      if (force && !plugin) throw new UsageError('--force is for --plugin only.');
      const machine = { ...context.machine, environment: context.readEnvironment() };
      const file = plugin ? claudeSettingsFile(machine) : client.file(machine);
      const configuration = plugin
        ? pluginConfiguration(
            context.marketplace,
            { MNEMA_BASE_URL: baseUrl(context), MNEMA_API_KEY: key || keyPlaceholder },
            force,
          )
        : client.configuration(connectionTo(context, bridge ?? client.needsBridge, key || keyPlaceholder));
      if (!write) {
        context.print(configuration.text);
        context.explain(`Add this to ${file}, or use --write to do so.\n`);
        if (!key)
          context.explain(`Write an API key in place of ${keyPlaceholder}: ${programName} key create <email>\n`);
        return;
      }
      if (!key) {
        throw new CommandError(
          `Set MNEMA_API_KEY to the key for the file. Create one: ${programName} key create <email>`,
        );
      }
      const written = await writeConfiguration(file, configuration, context.now());
      if (written.kind === 'rejected') {
        context.print(configuration.text);
        throw new CommandError(
          `${file} was not changed: it cannot be read, or a change could break its servers. Add the configuration above to it yourself.`,
        );
      }
      const done = {
        created: `Wrote ${file}.`,
        unchanged: `${file} already has it.`,
        changed: `Changed ${file}.${'backup' in written ? ` Backup: ${written.backup}${written.closed ? '\nBoth contain keys; only you can read them now.' : ''}` : ''}`,
      }[written.kind];
      context.explain(`${done}\nRestart ${client.title} and say: "remember that …"\n`);
    });
}

function connectionTo(context: CommandContext, throughBridge: boolean, key: string): Connection {
  const base = baseUrl(context);
  if (!throughBridge) return { kind: 'remote', url: `${base}/mcp`, headers: { 'X-API-Key': key } };
  return { kind: 'bridge', ...context.bridge, env: { MNEMA_BASE_URL: base, MNEMA_API_KEY: key } };
}

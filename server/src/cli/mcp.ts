import { Argument, Command, Option } from 'commander';
import { type CommandContext, CommandError, UsageError } from './command-context.ts';
import { claudeSettingsFile, clientsOn, type McpClient } from './mcp/clients.ts';
import { type Connection, pluginConfiguration } from './mcp/configuration.ts';
import { writeConfiguration } from './mcp/write-configuration.ts';
import { baseUrl } from './server-address.ts';

interface InstallOptions {
  bridge?: true;
  force?: boolean;
  plugin?: true;
  write?: true;
}

const keyPlaceholder = 'mnk_…';

export function mcpCommand(context: CommandContext): Command {
  return new Command('mcp')
    .summary('connect MCP clients')
    .description('Connects clients of the Model Context Protocol to a Mnema server.')
    .addCommand(installCommand(context));
}

function installCommand(context: CommandContext): Command {
  const { programName } = context;
  const machine = { ...context.machine, environment: context.readEnvironment() };
  const clients = clientsOn(machine);
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
    .action((name: string, options: InstallOptions) => {
      const client = clients.find((one) => one.name === name) as McpClient;
      const file = options.plugin ? claudeSettingsFile(machine) : client.file;
      return install(context, { ...client, file }, options);
    });
}

async function install(context: CommandContext, client: McpClient, options: InstallOptions): Promise<void> {
  const { file, title } = client;
  const { bridge = client.needsBridge, force = false, plugin, write } = options;
  const key = context.readEnvironment()['MNEMA_API_KEY']?.trim();
  if (plugin && client.name !== 'claude-code') throw new UsageError('--plugin is for claude-code only.');
  if (force && !plugin) throw new UsageError('--force is for --plugin only.');
  const access = { MNEMA_BASE_URL: baseUrl(context), MNEMA_API_KEY: key || keyPlaceholder };
  const configuration = plugin
    ? pluginConfiguration(context.marketplace, access, force)
    : client.configuration(connectionTo(context, bridge, access));
  const create = `${context.programName} key create <email>`;
  if (!write) {
    context.print(configuration.text);
    context.explain(`Add this to ${file}, or use --write to do so.\n`);
    if (!key) context.explain(`Write an API key in place of ${keyPlaceholder}: ${create}\n`);
    return;
  }
  if (!key) throw new CommandError(`Set MNEMA_API_KEY to the key for the file. Create one: ${create}`);
  const written = await writeConfiguration(file, configuration, context.now());
  if (written === undefined) {
    context.print(configuration.text);
    throw new CommandError(
      `${file} was not changed: it cannot be read, or a change could break its servers. Add the configuration above to it yourself.`,
    );
  }
  context.explain(`${written}\nRestart ${title} and say: "remember that …"\n`);
}

function connectionTo(
  { bridge }: CommandContext,
  throughBridge: boolean,
  env: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string },
): Connection {
  if (throughBridge) return { kind: 'bridge', ...bridge, env };
  return { kind: 'remote', url: `${env.MNEMA_BASE_URL}/mcp`, headers: { 'X-API-Key': env.MNEMA_API_KEY } };
}

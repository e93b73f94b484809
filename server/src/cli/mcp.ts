import { constants, lstatSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { type CommandContext, CommandError, UsageError } from './command-context.ts';
import { claudeSettingsFile, clientsOn, type McpClient } from './mcp/clients.ts';
import { type Configuration, type Connection, pluginConfiguration } from './mcp/configuration.ts';
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

/** The mode of a file with a key, so that only its user may read it. */
const privateMode = 0o600;

/** Changes the file of a client, with a backup. @returns a sentence; undefined if an edit could break the content */
async function writeConfiguration(
  file: string,
  configuration: Configuration,
  now: number,
): Promise<string | undefined> {
  const existing = await readIfThere(file);
  if (existing === undefined || existing.trim() === '') {
    await mkdir(dirname(file), { recursive: true });
    await replace(file, configuration.text, privateMode);
    return `Wrote ${file}.`;
  }
  const added = await configuration.addTo(existing);
  if (added === undefined) return undefined;
  // A link stays a link, and its target is replaced.
  const target = await realpath(file);
  const before = (await stat(target)).mode & 0o777;
  const mode = before & privateMode;
  if (added === existing) {
    await chmod(target, mode);
    return `${file} already has it.`;
  }
  const backup = `${target}.${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}.backup`;
  await copyFile(target, backup, constants.COPYFILE_EXCL);
  // The backup may contain an earlier key.
  await chmod(backup, mode);
  await replace(target, added, mode);
  const closed = before === mode ? '' : '\nBoth contain keys; only you can read them now.';
  return `Changed ${file}. Backup: ${backup}${closed}`;
}

/** @throws {CommandError} if the file exists and is not text in UTF-8 */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false })) return undefined;
    const messages: Record<string, string> = {
      ENOENT: `${file} is a link to a file that is not there. Create that file first, or remove the link.`,
      EISDIR: `${file} is a folder instead of the file of the client (EISDIR). Move it away.`,
      ENOTDIR: `${dirname(file)} is a file instead of a folder (ENOTDIR). Move it away.`,
      ERR_ENCODING_INVALID_ENCODED_DATA: `${file} was not changed: it is not UTF-8. Save it as UTF-8, and try again.`,
    };
    throw messages[code] ? new CommandError(messages[code]) : error;
  }
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, text, { mode });
  await chmod(unfinished, mode);
  await rename(unfinished, file);
}

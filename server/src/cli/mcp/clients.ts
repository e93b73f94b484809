import { posix, win32 } from 'node:path';
import { type Configuration, type Connection, jsonConfiguration, tomlConfiguration } from './configuration.ts';

/** The properties of a machine that determine where a client stores its configuration. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  environment: Record<string, string | undefined>;
}

export interface McpClient {
  name: string;
  title: string;
  /** Whether the client needs the stdio bridge, because it cannot send its own headers. */
  needsBridge?: true;
  file(machine: Machine): string;
  configuration(connection: Connection): Configuration;
}

type Entry = Record<string, unknown>;

/** @param section the key under which a client stores its servers */
function json(section: string, remote: (url: string) => Entry, bridge: Entry = {}): McpClient['configuration'] {
  return (connection) => {
    if (connection.kind === 'remote') {
      return jsonConfiguration(section, { ...remote(connection.url), headers: connection.headers });
    }
    const { command, args, env } = connection;
    return jsonConfiguration(section, { ...bridge, command, args, env });
  };
}

function inHome(...parts: string[]): McpClient['file'] {
  return (machine) => pathsOf(machine).join(machine.home, ...parts);
}

/** A file in the platform's folder for settings. */
function inSettings(...parts: string[]): McpClient['file'] {
  return (machine) => {
    const { platform, home, environment } = machine;
    const { join } = pathsOf(machine);
    if (platform === 'win32') return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), ...parts);
    if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...parts);
    return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), ...parts);
  };
}

function zedFile(machine: Machine): string {
  if (machine.platform === 'win32') return inSettings('Zed', 'settings.json')(machine);
  const { home, environment } = machine;
  return posix.join(environment['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'zed', 'settings.json');
}

function codexFile(machine: Machine): string {
  const { join } = pathsOf(machine);
  return join(machine.environment['CODEX_HOME'] || join(machine.home, '.codex'), 'config.toml');
}

const pathsOf = ({ platform }: Machine) => (platform === 'win32' ? win32 : posix);

const typed = (type: string) => (url: string) => ({ type, url });

/** The file with the MCP servers of Claude Code. It is next to the folder of settings, unless that was moved. */
function claudeFile(machine: Machine): string {
  const { join } = pathsOf(machine);
  return join(machine.environment['CLAUDE_CONFIG_DIR'] || machine.home, '.claude.json');
}

/** The user's settings of Claude Code, which select its plugins. */
export function claudeSettingsFile(machine: Machine): string {
  const { join } = pathsOf(machine);
  return join(machine.environment['CLAUDE_CONFIG_DIR'] || join(machine.home, '.claude'), 'settings.json');
}

export const clients: readonly McpClient[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    needsBridge: true,
    file: inSettings('Claude', 'claude_desktop_config.json'),
    configuration: json('mcpServers', typed('http')),
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    file: claudeFile,
    configuration: json('mcpServers', typed('http'), { type: 'stdio' }),
  },
  {
    name: 'cline',
    title: 'Cline',
    file: inHome('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    configuration: json('mcpServers', typed('streamableHttp')),
  },
  {
    name: 'codex',
    title: 'Codex CLI',
    file: codexFile,
    configuration: tomlConfiguration,
  },
  {
    name: 'cursor',
    title: 'Cursor',
    file: inHome('.cursor', 'mcp.json'),
    configuration: json('mcpServers', (url) => ({ url })),
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    file: inHome('.gemini', 'settings.json'),
    configuration: json('mcpServers', (url) => ({ httpUrl: url })),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    file: inSettings('Code', 'User', 'mcp.json'),
    configuration: json('servers', typed('http'), { type: 'stdio' }),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    file: inHome('.codeium', 'windsurf', 'mcp_config.json'),
    configuration: json('mcpServers', (url) => ({ serverUrl: url })),
  },
  {
    name: 'zed',
    title: 'Zed',
    file: zedFile,
    configuration: json('context_servers', (url) => ({ url })),
  },
];

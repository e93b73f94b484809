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
  needsBridge: boolean;
  file(machine: Machine): string;
  configuration(connection: Connection): Configuration;
}

type Entry = Record<string, unknown>;

/**
 * @param section the key under which a client stores its servers
 * @param remote the entry of a direct connection, without its headers
 * @param bridge fields that the entry of a bridge has in addition
 */
function json(section: string, remote: (url: string) => Entry, bridge: Entry = {}): McpClient['configuration'] {
  return (connection) => {
    if (connection.kind === 'remote') {
      return jsonConfiguration(section, { ...remote(connection.url), headers: connection.headers });
    }
    const { kind: _, ...command } = connection;
    return jsonConfiguration(section, { ...bridge, ...command });
  };
}

const typed = (type: string) => (url: string) => ({ type, url });

/** Joins the parts of a path below a folder, as on the machine. */
function joinOn({ platform }: Machine, ...parts: string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

function inHome(...parts: string[]): McpClient['file'] {
  return (machine) => joinOn(machine, machine.home, ...parts);
}

/** A file in the folder that a variable names, or in one below the home. */
function inFolder(variable: string, usual: string, file: string): McpClient['file'] {
  return (machine) => joinOn(machine, machine.environment[variable] || joinOn(machine, machine.home, usual), file);
}

/** A file in the platform's folder for settings. */
function inSettings(...parts: string[]): McpClient['file'] {
  return (machine) => {
    const { platform, home, environment } = machine;
    if (platform === 'darwin') return joinOn(machine, home, 'Library', 'Application Support', ...parts);
    const folder =
      platform === 'win32'
        ? environment['APPDATA'] || joinOn(machine, home, 'AppData', 'Roaming')
        : environment['XDG_CONFIG_HOME'] || joinOn(machine, home, '.config');
    return joinOn(machine, folder, ...parts);
  };
}

function zedFile(machine: Machine): string {
  if (machine.platform === 'win32') return inSettings('Zed', 'settings.json')(machine);
  return inSettings('zed', 'settings.json')({ ...machine, platform: 'linux' });
}

/** The user's settings of Claude Code, which select its plugins. */
export const claudeSettingsFile = inFolder('CLAUDE_CONFIG_DIR', '.claude', 'settings.json');

const stdio = { type: 'stdio' };
const claudeDesktopFile = inSettings('Claude', 'claude_desktop_config.json');
/** The file with the MCP servers of Claude Code. It is next to the folder of settings, unless that was moved. */
const claudeFile = inFolder('CLAUDE_CONFIG_DIR', '', '.claude.json');
const clineFile = inHome('.cline', 'data', 'settings', 'cline_mcp_settings.json');
const codexFile = inFolder('CODEX_HOME', '.codex', 'config.toml');
const windsurfFile = inHome('.codeium', 'windsurf', 'mcp_config.json');

const rows: [name: string, title: string, McpClient['file'], McpClient['configuration']][] = [
  ['claude-desktop', 'Claude Desktop', claudeDesktopFile, json('mcpServers', typed('http'))],
  ['claude-code', 'Claude Code', claudeFile, json('mcpServers', typed('http'), stdio)],
  ['cline', 'Cline', clineFile, json('mcpServers', typed('streamableHttp'))],
  ['codex', 'Codex CLI', codexFile, tomlConfiguration],
  ['cursor', 'Cursor', inHome('.cursor', 'mcp.json'), json('mcpServers', (url) => ({ url }))],
  ['gemini', 'Gemini CLI', inHome('.gemini', 'settings.json'), json('mcpServers', (httpUrl) => ({ httpUrl }))],
  ['vscode', 'VS Code', inSettings('Code', 'User', 'mcp.json'), json('servers', typed('http'), stdio)],
  ['windsurf', 'Windsurf', windsurfFile, json('mcpServers', (serverUrl) => ({ serverUrl }))],
  ['zed', 'Zed', zedFile, json('context_servers', (url) => ({ url }))],
];

export const clients: readonly McpClient[] = rows.map(([name, title, file, configuration]) => ({
  ...{ name, title, file, configuration },
  needsBridge: name === 'claude-desktop',
}));

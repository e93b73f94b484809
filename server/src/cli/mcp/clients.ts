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
  file: string;
  /** Whether the client needs the stdio bridge, because it cannot send its own headers. */
  needsBridge: boolean;
  configuration(connection: Connection): Configuration;
}

type Entry = Record<string, unknown>;

/** @param remote the entry of a direct connection, without its headers */
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
const stdio = { type: 'stdio' };

function pathsOn({ platform, home, environment }: Machine) {
  const { join } = platform === 'win32' ? win32 : posix;
  const inFolder = (variable: string, usual: string, file: string) =>
    join(environment[variable] || join(home, usual), file);
  const inSettings = (...parts: string[]) => {
    if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...parts);
    const [variable, usual] = platform === 'win32' ? ['APPDATA', 'AppData/Roaming'] : ['XDG_CONFIG_HOME', '.config'];
    return inFolder(variable, usual, join(...parts));
  };
  return { join, inFolder, inSettings };
}

export function claudeSettingsFile(machine: Machine): string {
  return pathsOn(machine).inFolder('CLAUDE_CONFIG_DIR', '.claude', 'settings.json');
}

export function clientsOn(machine: Machine): McpClient[] {
  const { platform, home } = machine;
  const { join, inFolder, inSettings } = pathsOn(machine);
  const desktop = inSettings('Claude', 'claude_desktop_config.json');
  // It is next to the folder of settings, unless that was moved.
  const claude = inFolder('CLAUDE_CONFIG_DIR', '', '.claude.json');
  const cline = join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
  const windsurf = join(home, '.codeium', 'windsurf', 'mcp_config.json');
  const zed =
    platform === 'win32'
      ? inSettings('Zed', 'settings.json')
      : inFolder('XDG_CONFIG_HOME', '.config', join('zed', 'settings.json'));
  const rows: [name: string, title: string, file: string, McpClient['configuration']][] = [
    ['claude-desktop', 'Claude Desktop', desktop, json('mcpServers', typed('http'))],
    ['claude-code', 'Claude Code', claude, json('mcpServers', typed('http'), stdio)],
    ['cline', 'Cline', cline, json('mcpServers', typed('streamableHttp'))],
    ['codex', 'Codex CLI', inFolder('CODEX_HOME', '.codex', 'config.toml'), tomlConfiguration],
    ['cursor', 'Cursor', join(home, '.cursor', 'mcp.json'), json('mcpServers', (url) => ({ url }))],
    ['gemini', 'Gemini CLI', join(home, '.gemini', 'settings.json'), json('mcpServers', (httpUrl) => ({ httpUrl }))],
    ['vscode', 'VS Code', inSettings('Code', 'User', 'mcp.json'), json('servers', typed('http'), stdio)],
    ['windsurf', 'Windsurf', windsurf, json('mcpServers', (serverUrl) => ({ serverUrl }))],
    ['zed', 'Zed', zed, json('context_servers', (url) => ({ url }))],
  ];
  return rows.map(([name, title, file, configuration]) => ({
    ...{ name, title, file, configuration },
    needsBridge: name === 'claude-desktop',
  }));
}

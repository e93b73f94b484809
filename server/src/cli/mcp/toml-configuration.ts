import { type Configuration, serverName } from './configuration.ts';
import type { Connection } from './connection.ts';

/** For Codex. */
export function tomlConfiguration(connection: Connection): Configuration {
  const lines =
    connection.kind === 'remote'
      ? [`url = ${quoted(connection.url)}`, `http_headers = ${inlineTable(connection.headers)}`]
      : [
          `command = ${quoted(connection.command)}`,
          `args = [${connection.args.map(quoted).join(', ')}]`,
          `env = ${inlineTable(connection.env)}`,
        ];
  const table = `${[`[mcp_servers.${serverName}]`, ...lines].join('\n')}\n`;
  return {
    text: table,
    async addTo(text) {
      // The parser is loaded by this command only: the server does not wait for it.
      const { addToToml } = await import('./add-to-toml.ts');
      return addToToml(text, ['mcp_servers', serverName], table);
    },
  };
}

/** TOML reads what JSON escapes. */
const quoted = (text: string) => JSON.stringify(text);

function inlineTable(values: Record<string, string>): string {
  return `{ ${Object.entries(values)
    .map(([name, value]) => `${quoted(name)} = ${quoted(value)}`)
    .join(', ')} }`;
}

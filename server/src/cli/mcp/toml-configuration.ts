import { type Configuration, serverName } from './configuration.ts';
import type { Connection } from './connection.ts';

/** For Codex: a table at the end of the file leaves all the rest as it is, comments too. */
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
    addTo(text) {
      if (text.replaceAll('\r\n', '\n').includes(table)) return text;
      // A table that is there already can be written in many ways, and a second one would break the file.
      if (/mcp_servers"?'?\s*(?:=|\.\s*["']?mnema\b)/.test(text)) return undefined;
      const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
      const gap = /(?:^|\n)\r?\n$/.test(text) ? '' : text.endsWith('\n') ? lineBreak : lineBreak.repeat(2);
      return text + gap + table.replaceAll('\n', lineBreak);
    },
  };
}

/** What JSON escapes, TOML reads. */
const quoted = (text: string) => JSON.stringify(text);

function inlineTable(values: Record<string, string>): string {
  return `{ ${Object.entries(values)
    .map(([name, value]) => `${quoted(name)} = ${quoted(value)}`)
    .join(', ')} }`;
}

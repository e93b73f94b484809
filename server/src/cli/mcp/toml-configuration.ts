import { type Configuration, serverName } from './configuration.ts';
import type { Connection } from './connection.ts';

/** The line that begins a table of a server with another name, or a table below one. */
const tableOfAnotherServer =
  /(^|\n)[\t ]*\[[\t ]*mcp_servers[\t ]*\.[\t ]*(?!mnema\b)[\w-]+[\t ]*(?:\.[\t ]*[\w-]+[\t ]*)*\][\t ]*(?=\r?\n|$|#)/g;

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
      // A server of this name can be declared in many ways, and a second one would break the file. Nor is anything put
      // behind what may be no table: an open string, or servers that are a value or a list of tables.
      const withoutOthers = text.replaceAll(tableOfAnotherServer, '$1');
      if (/mcp_servers|mnema|"{3}|'{3}|\\u/i.test(withoutOthers)) return undefined;
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

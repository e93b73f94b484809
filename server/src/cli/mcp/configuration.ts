/** The connection of a client to the server: a direct one, or through the stdio bridge. */
export type Connection =
  | { kind: 'remote'; url: string; headers: Record<string, string> }
  | { kind: 'bridge'; command: string; args: readonly string[]; env: Record<string, string> };

/** The configuration of a client for this server. */
export interface Configuration {
  /** The content of a file that holds nothing else. */
  text: string;
  /**
   * Adds the server to the content of an existing file. The rest keeps its comments and its form.
   * @returns the same text if it already has the server; undefined if the server cannot be added safely
   */
  addTo(text: string): Promise<string | undefined>;
}

/** The name of the server in the configuration of a client. */
const serverName = 'mnema';

/** @param section key under which the client stores its servers, by name */
export function jsonConfiguration(section: string, entry: Record<string, unknown>): Configuration {
  return {
    text: `${JSON.stringify({ [section]: { [serverName]: entry } }, null, 2)}\n`,
    async addTo(text) {
      // Only this command loads the parser, so that the server does not wait for it.
      const { addToJson } = await import('./add-to-json.ts');
      return addToJson(text, [section, serverName], entry);
    },
  };
}

/** The configuration of Codex. */
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
      const { addToToml } = await import('./add-to-toml.ts');
      return addToToml(text, ['mcp_servers', serverName], table);
    },
  };
}

/** TOML reads the escapes of JSON. */
const quoted = (text: string) => JSON.stringify(text);

function inlineTable(values: Record<string, string>): string {
  return `{ ${Object.entries(values)
    .map(([name, value]) => `${quoted(name)} = ${quoted(value)}`)
    .join(', ')} }`;
}

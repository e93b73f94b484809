import { isDeepStrictEqual } from 'node:util';
import { CommandError, type MarketplaceSource } from '../command-context.ts';

export type Connection =
  | { kind: 'remote'; url: string; headers: Record<string, string> }
  | { kind: 'bridge'; command: string; args: readonly string[]; env: Record<string, string> };

/** The configuration of a client for this server. Only `addTo` loads parsers, so that the server does not wait for them. */
export interface Configuration {
  /** The content of a file that holds nothing else. */
  text: string;
  /** Adds the server to existing content, whose rest keeps its form. @returns undefined if that is not safe */
  addTo(text: string): Promise<string | undefined>;
}

const serverName = 'mnema';

export function jsonConfiguration(section: string, entry: Record<string, unknown>): Configuration {
  return {
    text: toJson({ [section]: { [serverName]: entry } }),
    addTo: async (text) => (await import('./edit-json.ts')).addToJson(text, [section, serverName], entry),
  };
}

/** Selects the plugin in Claude Code. Its hooks read the server and the key, which are therefore variables. */
export function pluginConfiguration(
  source: MarketplaceSource,
  env: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string },
  force: boolean,
): Configuration {
  const enabledPlugins = { 'mnema@mnema': true };
  // Claude Code has one marketplace for each name.
  const extraKnownMarketplaces = { mnema: { source } };
  return {
    text: toJson({ env, extraKnownMarketplaces, enabledPlugins }),
    async addTo(text) {
      const { mergeIntoJson, readFromJson } = await import('./edit-json.ts');
      const known = readFromJson(text, ['extraKnownMarketplaces', 'mnema', 'source']);
      if (!force && known !== undefined && !isDeepStrictEqual(known, source)) {
        // The other source can contain a token, so it is not printed.
        throw new CommandError(
          'The settings already have a marketplace named mnema with another source: see extraKnownMarketplaces.mnema. Nothing was changed. Use --force to replace it.',
        );
      }
      const withServer = mergeIntoJson(text, ['env'], env);
      const withSource = withServer && mergeIntoJson(withServer, ['extraKnownMarketplaces', 'mnema'], { source });
      return withSource && mergeIntoJson(withSource, ['enabledPlugins'], enabledPlugins);
    },
  };
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export function tomlConfiguration(connection: Connection): Configuration {
  const section = 'mcp_servers';
  const fields =
    connection.kind === 'remote'
      ? { url: connection.url, http_headers: connection.headers }
      : { command: connection.command, args: connection.args, env: connection.env };
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${toToml(value)}\n`);
  const table = `[${section}.${serverName}]\n${lines.join('')}`;
  return {
    text: table,
    async addTo(text) {
      const { parse } = await import('smol-toml');
      /** The copy has the usual prototypes, which the parser's tables lack. */
      const read = (toml: string) => structuredClone(parse(toml, { integersAsBigInt: 'asNeeded' }));
      try {
        const before = read(text);
        const servers = before[section] as Record<string, unknown> | undefined;
        const known = servers?.[serverName];
        const isKnown = ([name, value]: [string, unknown]) => isTable(known) && isDeepStrictEqual(known[name], value);
        if (Object.entries(fields).every(isKnown)) return text;
        const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
        const gap = /(?:^|\n)\r?\n$/.test(text) ? '' : text.endsWith('\n') ? lineBreak : lineBreak.repeat(2);
        const after = text + gap + table.replaceAll('\n', lineBreak);
        // The file belongs to the user, so it must have the same values as before.
        const expected = { ...before, [section]: { ...servers, [serverName]: fields } };
        return isDeepStrictEqual(read(after), expected) ? after : undefined;
      } catch {
        // It is no TOML, or would be none with the table at its end, such as one with another server of this name.
        return undefined;
      }
    },
  };
}

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** TOML reads the escapes of JSON. */
function toToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(', ')}]`;
  if (!isTable(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)} = ${toToml(inner)}`);
  return `{ ${fields.join(', ')} }`;
}

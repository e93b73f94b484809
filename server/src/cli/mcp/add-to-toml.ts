import { isDeepStrictEqual } from 'node:util';
import { parse, type TomlTable } from 'smol-toml';

/**
 * Adds the table of a server at the end, and leaves the rest unchanged, including its comments.
 * @returns the same text if it already has the server; undefined if it has another one of this name. It is also
 * undefined if the result would not be TOML with the same values
 */
export function addToToml(
  text: string,
  [section, name]: readonly [section: string, name: string],
  table: string,
): string | undefined {
  const before = parsed(text);
  const wanted = serverIn(parsed(table) ?? {}, section, name);
  if (!before || !isTable(wanted)) return undefined;
  const known = serverIn(before, section, name);
  if (isTable(known)) {
    const isSame = Object.entries(wanted).every(([field, value]) => isDeepStrictEqual(known[field], value));
    return isSame ? text : undefined;
  }
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /(?:^|\n)\r?\n$/.test(text) ? '' : text.endsWith('\n') ? lineBreak : lineBreak.repeat(2);
  const after = text + gap + table.replaceAll('\n', lineBreak);
  const servers = isTable(before[section]) ? before[section] : {};
  const expected = { ...before, [section]: { ...servers, [name]: wanted } };
  return isDeepStrictEqual(parsed(after), expected) ? after : undefined;
}

function parsed(text: string): TomlTable | undefined {
  try {
    // The copy has the usual prototypes, which the parser's tables lack.
    return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch {
    return undefined;
  }
}

function serverIn(root: TomlTable, section: string, name: string): unknown {
  const servers = root[section];
  return isTable(servers) ? servers[name] : undefined;
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

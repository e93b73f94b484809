/** What a client's file is to hold. */
export interface Configuration {
  /** All of it, for a file of its own. */
  text: string;
  /**
   * The content of a file that is there with the server added.
   * @returns the same text when the server is there already; undefined when that can't be done without harm
   */
  addTo(text: string): string | undefined;
}

/** Its name in the configuration of a client. */
export const serverName = 'mnema';

/** What says how to get to a server; the rest of an entry is the user's. */
const connectionFields = new Set(['type', 'url', 'serverUrl', 'httpUrl', 'headers', 'command', 'args', 'env']);

type JsonObject = Record<string, unknown>;

/** @param section - key under which the client keeps its servers, by name */
export function jsonConfiguration(section: string, entry: JsonObject): Configuration {
  return {
    text: `${JSON.stringify({ [section]: { [serverName]: entry } }, null, 2)}\n`,
    addTo(text) {
      const root = readPlainJson(text);
      if (root === undefined) return undefined;
      const servers = Object.hasOwn(root, section) ? root[section] : {};
      if (!isObject(servers)) return undefined;
      const before = Object.hasOwn(servers, serverName) ? servers[serverName] : {};
      if (!isObject(before)) return undefined;
      const kept = Object.entries(before).filter(([field]) => !connectionFields.has(field));
      const after = { ...entry, ...Object.fromEntries(kept) };
      if (sameJson(before, after)) return text;
      const added = JSON.stringify({ ...root, [section]: { ...servers, [serverName]: after } }, null, indentOf(text));
      const broken = text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added;
      return broken + (/\r?\n$/.exec(text)?.[0] ?? '');
    },
  };
}

/**
 * An object whose file can be written anew without losing anything of it: no comments, no names given twice, no
 * numbers that JavaScript can't hold. Only white space may become another.
 */
function readPlainJson(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Bounded input: JSON that has just been parsed, in which every string has its end.
    const withoutSpace = text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
    return isObject(value) && JSON.stringify(value) === withoutSpace ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whatever the order of the names. */
function sameJson(one: unknown, other: unknown): boolean {
  const ordered = (value: unknown) =>
    JSON.stringify(value, (_name, part) => (isObject(part) ? Object.fromEntries(Object.entries(part).sort()) : part));
  return ordered(one) === ordered(other);
}

function indentOf(text: string): string {
  return /\n([\t ]+)"/.exec(text)?.[1] ?? '  ';
}

import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { isObject } from '../../api/parse-json.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The fields of an entry that connect to a server. The other fields belong to the user. */
const connectionFields = ['type', 'url', 'serverUrl', 'httpUrl', 'headers', 'command', 'args', 'env'];

/** Adds a server to JSON with comments, or updates an existing one. @returns as {@link mergeIntoJson} */
export function addToJson(
  text: string,
  path: readonly [section: string, name: string],
  entry: Properties,
): string | undefined {
  const noConnection = Object.fromEntries(connectionFields.map((field) => [field, undefined]));
  return mergeIntoJson(text, path, { ...noConnection, ...entry });
}

/** Sets properties, and removes undefined ones. @returns undefined for another form, or a repeated property */
export function mergeIntoJson(text: string, path: readonly string[], properties: Properties): string | undefined {
  let known: unknown = parseObject(text);
  if (!known) return undefined;
  for (const name of path) {
    known = (known as Properties | undefined)?.[name];
    if (known !== undefined && !isObject(known)) return undefined;
  }
  let after = known ? text : set(text, path, properties);
  for (const [name, value] of Object.entries(known ? properties : {})) {
    if (!isDeepStrictEqual((known as Properties)[name], value)) after = set(after, [...path, name], value);
  }
  // The file belongs to the user, so the edit must have its effect. It has none on the last of repeated properties.
  const found = (readFromJson(after, path) ?? {}) as Properties;
  const isSet = Object.entries(properties).every(([name, value]) => isDeepStrictEqual(found[name], value));
  return isSet ? after : undefined;
}

export function readFromJson(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Properties | undefined)?.[name], parseObject(text));
}

function parseObject(text: string): Properties | undefined {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isObject(root) ? root : undefined;
}

/** Sets or removes a property. A new one becomes the first, because a comment may follow the last one on its line. */
function set(text: string, path: readonly string[], value: unknown): string {
  const indent = /\n([\t ]+)["/]/.exec(text)?.[1] ?? '  ';
  const isTab = indent.includes('\t');
  const formattingOptions = {
    ...{ insertSpaces: !isTab, tabSize: isTab ? 1 : indent.length },
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, getInsertionIndex: () => 0 }));
}

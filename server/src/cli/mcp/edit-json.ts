import { isDeepStrictEqual } from 'node:util';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node, parseTree } from 'jsonc-parser';

/** The fields of an entry that connect to a server. The other fields belong to the user. */
const connectionFields = ['type', 'url', 'serverUrl', 'httpUrl', 'headers', 'command', 'args', 'env'];

/** Adds a server to JSON with comments, or updates an existing one. @returns as {@link mergeIntoJson} */
export function addToJson(
  text: string,
  path: readonly [section: string, name: string],
  entry: Readonly<Record<string, unknown>>,
): string | undefined {
  const noConnection = Object.fromEntries(connectionFields.map((field) => [field, undefined]));
  return mergeIntoJson(text, path, { ...noConnection, ...entry });
}

/** Sets properties, and removes undefined ones. @returns undefined for another form, or a repeated property */
export function mergeIntoJson(
  text: string,
  path: readonly string[],
  properties: Readonly<Record<string, unknown>>,
): string | undefined {
  let node = parseObject(text);
  if (!node) return undefined;
  for (const name of path) {
    const inner = valuesOf(node, name);
    if (inner.length > 1 || (inner[0] && inner[0].type !== 'object')) return undefined;
    node = inner[0];
  }
  let after = node ? text : set(text, path, properties);
  for (const [name, value] of Object.entries(node ? properties : {})) {
    const known = valuesOf(node, name);
    if (known.length > 1) return undefined;
    if (!isDeepStrictEqual(known[0] && toValue(known[0]), value)) after = set(after, [...path, name], value);
  }
  // The file belongs to the user, so the edit must have resulted in the properties.
  const found = (readFromJson(after, path) ?? {}) as Record<string, unknown>;
  const isSet = Object.entries(properties).every(([name, value]) => isDeepStrictEqual(found[name], value));
  return isSet ? after : undefined;
}

export function readFromJson(text: string, path: readonly string[]): unknown {
  const root = parseObject(text);
  const node = root && findNodeAtLocation(root, [...path]);
  return node && toValue(node);
}

function parseObject(text: string): Node | undefined {
  const errors: unknown[] = [];
  const root = parseTree(text, errors as never, { allowTrailingComma: true });
  return errors.length === 0 && root?.type === 'object' ? root : undefined;
}

/** Returns the values of a property. Parsers differ in their choice if it occurs twice. */
function valuesOf(node: Node | undefined, name: string): Node[] {
  const found = node?.children?.filter(({ children: [key] = [] }) => key?.value === name) ?? [];
  return found.flatMap(({ children = [] }) => children[1] ?? []);
}

/** Returns a copy with the usual prototypes, which the parser's objects lack. */
function toValue(node: Node) {
  return structuredClone(getNodeValue(node));
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

import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  format,
  getNodeValue,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';

/** The fields of an entry that connect to a server. The other fields belong to the user. */
const connectionFields = new Set(['type', 'url', 'serverUrl', 'httpUrl', 'headers', 'command', 'args', 'env']);

/** A comment on the rest of a line, with the comma before it if there is one. */
const lineComment = /^(,?)[\t ]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[\t ]*(?=\r?\n))/;

/**
 * Adds a server to JSON with comments, or updates an existing one.
 * @returns undefined when the text has another form, or has the property twice
 */
export function addToJson(
  text: string,
  path: readonly [section: string, name: string],
  entry: Readonly<Record<string, unknown>>,
): string | undefined {
  const merged = mergeIntoJson(text, path, entry);
  if (merged === undefined) return undefined;
  const isOld = (field: string) => connectionFields.has(field) && !Object.hasOwn(entry, field);
  const old = Object.keys(readFromJson(merged, path) as object).filter(isOld);
  return old.reduce((after, field) => set(after, [...path, field], undefined), merged);
}

/**
 * Sets properties of the object at a path, and leaves its others as they are.
 * @returns undefined when the text has another form, or has a property of the path twice
 */
export function mergeIntoJson(
  text: string,
  path: readonly string[],
  properties: Readonly<Record<string, unknown>>,
): string | undefined {
  let before: Node | undefined = parseObject(text);
  if (!before) return undefined;
  for (const name of path) {
    const inner: Node | undefined | null = before && valueAt(before, name);
    if (inner === null || (inner && inner.type !== 'object')) return undefined;
    before = inner;
  }
  let after = before ? text : set(text, path, properties);
  for (const [name, value] of Object.entries(before ? properties : {})) {
    const known = valueAt(before as Node, name);
    if (known === null) return undefined;
    if (!known || !isDeepStrictEqual(toValue(known), value)) after = set(after, [...path, name], value);
  }
  // The file belongs to the user, so the edit must have resulted in the properties.
  const found = (readFromJson(after, path) ?? {}) as Record<string, unknown>;
  const isSet = Object.entries(properties).every(([name, value]) => isDeepStrictEqual(found[name], value));
  return isSet ? after : undefined;
}

/** Returns the value at a path, or undefined when there is none or the text has another form. */
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

/** Returns the value of a property, or null if the property occurs twice, because parsers differ in their choice. */
function valueAt({ children = [] }: Node, name: string): Node | undefined | null {
  const [found, again] = children.filter(({ children: [key] = [] }) => key?.value === name);
  return again ? null : found?.children?.[1];
}

/** Returns a copy with the usual prototypes, which the parser's objects lack. */
function toValue(node: Node) {
  return structuredClone(getNodeValue(node));
}

/** @param value undefined removes the property */
function set(text: string, path: readonly string[], value: unknown): string {
  const formattingOptions = formattingOf(text);
  const [edit] = modify(text, [...path], value, {});
  const isAdded = edit?.length === 0 && edit.content.startsWith(',');
  const comment = isAdded ? lineComment.exec(text.slice(edit.offset)) : null;
  if (!edit || !comment) return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  // The parser would insert the property before the comment of the previous one.
  const [all, comma = ''] = comment;
  const property = `${formattingOptions.eol}${edit.content.slice(1)}${comma}`;
  const lineEnd = edit.offset + all.length;
  const added = applyEdits(text, [
    { offset: edit.offset, length: 0, content: comma ? '' : ',' },
    { offset: lineEnd, length: 0, content: property },
  ]);
  const range = { offset: lineEnd + (comma ? 0 : 1), length: property.length };
  return applyEdits(added, format(added, range, formattingOptions));
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([\t ]+)["/]/.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 1 : indent.length, eol };
}

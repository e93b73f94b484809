import { fieldOfMeaning } from '../api/other-names.ts';
import { isObject, JsonFault, parseJson } from '../api/parse-json.ts';
import { toWireName } from '../api/present-fields.ts';
import type { Schema } from '../api/schema-lookup.ts';
import { invalidRequest } from '../ports/errors.ts';
import type { Tool, ToolKind } from './tool.ts';
import type { ObjectSchema } from './tool-schemas.ts';

type Fields = Record<string, unknown>;

/** The arguments of a call in the types of the tool's schema. */
export interface ReadArguments {
  args: unknown;
  /** The arguments of the scope that were blank and are left out, such as `user_id` or `filters.project`. */
  blankScope: string[];
}

export const scopeNames = ['user_id', 'agent_id', 'run_id', 'project', 'source', 'memory_type', 'tag'];

/**
 * Reads arguments as language models send them. A blank optional argument is absent, as from a model that must send
 * every argument. Values in a string get the type of the schema. The check rejects all others.
 * @throws {DomainError} if a deletion without an id has blanks
 */
export function readModelArguments(tool: Pick<Tool, 'kind' | 'inputSchema'>, given: unknown): ReadArguments {
  const { kind, inputSchema } = tool;
  if (given === null) return { args: {}, blankScope: [] };
  const whole = toType(given, inputSchema);
  if (!isObject(whole)) return { args: whole, blankScope: [] };
  const named = withKnownNames(whole, inputSchema);
  // Without an id, a blank argument would widen a deletion to all that the others match.
  const isWide = kind === 'delete' && isBlank(named.get('memory_id'));
  const blank = [...named.keys()].filter((name) => isBlank(named.get(name)));
  if (isWide && blank.length > 0) {
    const scope = `to delete a whole scope, leave out ${blank.join(', ').slice(0, 500)} instead of sending blanks`;
    throw invalidRequest({ path: '/memory_id', message: `is missing: send the id of one memory; ${scope}` });
  }
  const args: [string, unknown][] = [];
  const blankScope: string[] = [];
  for (const [name, value] of named) {
    const schema = ownOf(inputSchema.properties, name);
    if (isBlank(value) && schema && !inputSchema.required?.includes(name)) {
      if (scopeNames.includes(name)) blankScope.push(name);
      continue;
    }
    const read = toType(value, schema);
    const blanks = schema?.properties && isObject(read) ? blankFields(read, schema as ObjectSchema, kind) : [];
    if (name === 'filters') blankScope.push(...blanks.map((blank) => `filters.${blank}`));
    const kept = blanks.length === 0 ? read : without(read as Fields, blanks);
    // An update with nothing but blanks would look like a change.
    if (blanks.length === 0 || Object.keys(kept as Fields).length > 0) args.push([name, kept]);
  }
  return { args: Object.fromEntries(args), blankScope };
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function ownOf<Value>(fields: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Renames the fields that are known by another name. A name whose argument is given, too, is left for the check. */
function withKnownNames(given: Fields, { properties }: ObjectSchema): Map<string, unknown> {
  const names = Object.keys(properties);
  const nameOf = (name: string): string => {
    if (names.includes(name)) return name;
    const plain = toWireName(name);
    return names.includes(plain) ? plain : (fieldOfMeaning(plain, names) ?? name);
  };
  const named = new Map(Object.entries(given).filter(([name, value]) => nameOf(name) === name && !isBlank(value)));
  for (const [name, value] of Object.entries(given)) {
    const meant = nameOf(name);
    if (!named.has(meant)) named.set(meant, value);
    else if (meant !== name) named.set(name, value);
  }
  return named;
}

/** Returns the declared fields of metadata or filters that are blank. In an update, null alone removes a field. */
function blankFields(value: Fields, { properties }: ObjectSchema, kind: ToolKind): string[] {
  const declared = Object.keys(properties);
  const sendsAll = declared.every((name) => Object.hasOwn(value, name));
  if (kind === 'update' && !sendsAll) return [];
  const isBlankField = (field: unknown) => isBlank(field) || (sendsAll && Array.isArray(field) && field.length === 0);
  return declared.filter((name) => Object.hasOwn(value, name) && isBlankField(value[name]));
}

function without(value: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Returns a value in the type of its schema, or the same value. */
function toType(value: unknown, schema: Schema | undefined): unknown {
  const read = typeof value === 'string' ? fromText(value, schema) : value;
  if (!isObject(read) || !schema?.properties) return read;
  const { properties } = schema;
  return Object.fromEntries(Object.entries(read).map(([name, one]) => [name, toType(one, ownOf(properties, name))]));
}

function fromText(text: string, { type, items }: Schema = {}): unknown {
  const plain = text.trim();
  switch (type) {
    case 'object': {
      const parsed = parsedOr(text, plain.startsWith('{'));
      return isObject(parsed) ? parsed : text;
    }
    case 'array': {
      const parsed = parsedOr(text, plain.startsWith('['));
      if (Array.isArray(parsed)) return parsed;
      return items?.type === 'string' && plain !== '' ? [text] : text;
    }
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(plain) ? Number(plain) : text;
    case 'boolean':
      return /^(?:true|false)$/i.test(plain) ? plain.toLowerCase() === 'true' : text;
    default:
      return text;
  }
}

function parsedOr(text: string, isJson: boolean): unknown {
  if (!isJson) return text;
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof JsonFault) return text;
    throw error;
  }
}

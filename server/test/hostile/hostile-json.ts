import { type ContractDocument, resolved } from '../../src/api/contract.ts';
import type { Schema } from '../../src/api/schema-lookup.ts';
import type { HostileText } from './hostile-text.ts';

/** A little less than a body may have. */
const maxBytes = 1_000_000;
/** What a string without a limit of its own gets, so that metadata of a few stays below 16 KB. */
const openLength = 700;
/** The role or name of its speaker counts to the text of a message. */
const messageMargin = 300;

type Values = Record<string, unknown>;

/**
 * Values that the schema of an object accepts, each string of them as long as it may be: with every field, and with the
 * required ones alone, as further ones narrow a search.
 */
export function maxLengthValues(contract: ContractDocument, schema: Schema, text: HostileText): Values[] {
  const properties = propertiesOf(contract, schema);
  const fill = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, longest(contract, properties[name] as Schema, text)]));
  return alternativesOf(schema).flatMap(({ required, excluded }) => {
    const all = Object.keys(properties).filter((name) => !excluded.includes(name));
    const isFlag = (name: string) => resolved(contract, properties[name] as Schema).type === 'boolean';
    const few = all.filter((name) => required.includes(name) || isFlag(name));
    return few.length === 0 || few.length === all.length ? [fill(all)] : [fill(all), fill(few)];
  });
}

/** Values that are all strings, and too long. */
export function tooLongValues(contract: ContractDocument, schema: Schema, text: HostileText): Values {
  const names = Object.keys(propertiesOf(contract, schema));
  const sample = 1_000;
  const bytes = Buffer.byteLength(JSON.stringify(text(sample))) / sample;
  const length = Math.floor(maxBytes / (1.2 * bytes * Math.max(1, names.length)));
  return Object.fromEntries(names.map((name) => [name, text(length)]));
}

/**
 * Values of which one is more, wider or deeper than clients send: for each property whose shape is new, and for a
 * property that there is not.
 */
export function hugeValues(
  contract: ContractDocument,
  schema: Schema,
  isNew: (shape: unknown) => boolean = () => true,
): (() => Values)[] {
  const [good] = maxLengthValues(contract, schema, (length) => 'a'.repeat(Math.min(8, length)));
  const tried = Object.entries(propertiesOf(contract, schema)).filter(([, one]) => {
    // A field that takes only plain values rejects the others for their type: one of them stands for all.
    const isPlain = plainTypes.includes(resolved(contract, one).type as string);
    return isNew(isPlain ? 'plain' : shapeOf(contract, one));
  });
  const names = tried.map(([name]) => name);
  if (isNew(['unknown', schema.oneOf?.length])) names.push('unknown_field');
  // Each schema rejects one of them, so that its own errors are written.
  if (names.length === 0) return hugeValuesOfOne.slice(0, 1).map((make) => () => ({ ...good, unknown_field: make() }));
  return names.flatMap((name) => hugeValuesOfOne.map((make) => () => ({ ...good, [name]: make() })));
}

const plainTypes = ['string', 'number', 'integer', 'boolean'];

/** What decides how a value is checked: all but its name, its description and the sizes of its limits. */
export function shapeOf(contract: ContractDocument, given: Schema): unknown {
  const schema = resolved(contract, given);
  const limits = Object.keys(schema).filter((keyword) => /^(min|max)/.test(keyword));
  const { type, format, pattern, properties = {}, items, oneOf = [], additionalProperties } = schema;
  const inner = [...(items ? [items] : []), ...oneOf];
  return [
    ...[type, format, pattern, schema.enum !== undefined, limits.toSorted()],
    Object.entries(properties).map(([name, one]) => [name, shapeOf(contract, one)]),
    inner.map((one) => shapeOf(contract, one)),
    typeof additionalProperties === 'object' ? shapeOf(contract, additionalProperties) : additionalProperties,
  ];
}

export function propertiesOf(contract: ContractDocument, schema: Schema): Record<string, Schema> {
  return resolved(contract, schema).properties ?? {};
}

function longest(contract: ContractDocument, given: Schema, text: HostileText): unknown {
  const schema = resolved(contract, given);
  const { maxLength = openLength } = schema;
  if (schema.enum) return schema.enum[0];
  if (schema.pattern || schema.format === 'date-time') return schema.examples?.[0] ?? schema.example;
  switch (schema.type) {
    case 'string':
      return text(maxLength > 10_000 ? maxLength - messageMargin : maxLength);
    case 'boolean':
      return true;
    case 'integer':
      return schema.maximum ?? 1;
    case 'number':
      return schema.minimum ?? 0;
    case 'array':
      return [longest(contract, schema.items ?? {}, text)];
    case 'object':
      return schema.additionalProperties === false
        ? maxLengthValues(contract, schema, text)[0]
        : { project: text(openLength), tags: [text(openLength)], [text(20)]: 'a' };
    default:
      return text(openLength);
  }
}

function alternativesOf({ oneOf = [], required = [] }: Schema): { required: string[]; excluded: string[] }[] {
  const choices = oneOf.map((choice) => choice.required ?? []);
  if (choices.length === 0) return [{ required, excluded: [] }];
  return choices.map((own) => ({
    required: [...required, ...own],
    excluded: choices.flat().filter((name) => !own.includes(name)),
  }));
}

const fields = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at.toString(36)}`, 1]));

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

/** Beyond each limit of a body, and just below all of them. */
const hugeValuesOfOne: (() => unknown)[] = [
  () => fields(80_000),
  () => fields(9_900),
  () => Array.from({ length: 60 }, (_, at) => fields(1_000, `k${at}_`)),
  () => Array(190_000).fill(null),
  () => Array(90_000).fill('ab'),
  () => Array(48_000).fill({}),
  () => Array(24_000).fill([[]]),
  () => Array.from({ length: 40_000 }, (_, at) => ({ [`k${at}`]: 1 })),
  () => Array(19_000).fill({ role: 'user', content: 'a', name: 'b' }),
  // Names that are numbers are kept in another way.
  () => Object.fromEntries(Array.from({ length: 9_900 }, (_, at) => [at * 400_009, at])),
  () => nested(95, (inner) => [inner]),
  () => nested(90, (inner) => ({ ...fields(100), a: inner })),
];

/** What 16 KB of metadata may hold, in several forms. */
export const fullMetadata: readonly object[] = [
  fields(1_600),
  { a: Array(7_000).fill(1) },
  { tags: Array.from({ length: 2_500 }, (_, at) => at.toString(36)) },
  { a: nested(95, (inner) => [inner]) },
  { a: '\u0001'.repeat(2_500) },
];

/** Bodies that are no JSON, or unusual JSON. */
export const hostileBodies: readonly Buffer[] = [
  ...[
    '['.repeat(maxBytes),
    '{"a":'.repeat(maxBytes / 5),
    `[${','.repeat(maxBytes)}`,
    `[1${']'.repeat(maxBytes)}`,
    `${' '.repeat(maxBytes)}{}`,
    `{${'\n'.repeat(maxBytes)}}`,
    `{"a":${'1'.repeat(maxBytes)}}`,
    `{"a":0.${'1'.repeat(maxBytes)}}`,
    `{"a":1e${'9'.repeat(maxBytes)}}`,
    `{"a":[${`${'1'.repeat(299)},`.repeat(3_300)}1]}`,
    `{"a":[${'1e5,'.repeat(90_000)}1]}`,
    `{"a":"${'\\u0041'.repeat(maxBytes / 6)}"}`,
    `{"a":"${'\\ud800'.repeat(maxBytes / 6)}"}`,
    `{"a":"${'\\\\'.repeat(maxBytes / 2)}"}`,
    '"'.repeat(maxBytes),
    `{"a":"${'a'.repeat(maxBytes)}`,
    `{${'"a":1,'.repeat(maxBytes / 6)}"a":1}`,
    `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    `{"${'a'.repeat(maxBytes)}":1}`,
    `{"${'/~'.repeat(maxBytes / 2)}":1}`,
    `{${'"__proto__":{},'.repeat(50_000)}"a":1}`,
    `${`{"${'n'.repeat(10_000)}\\u0041":`.repeat(95)}1${'}'.repeat(95)}`,
  ].map((body) => Buffer.from(body)),
  // No UTF-8: bytes that never occur, characters without an end; and U+0000.
  ...[0xff, 0xf0, 0].map((byte) => Buffer.alloc(maxBytes, byte)),
];

/** Lines of an import: many, blank ones, and full ones. */
export const hostileLines: readonly Buffer[] = [
  ...['\n', ' \n', ' '].map((line) => Buffer.alloc(4 * 1024 * 1024, line)),
  Buffer.from(`${' '.repeat(418)}\n`.repeat(10_000)),
  Buffer.from(`${JSON.stringify({ text: 'a', metadata: { a: Array(99_000).fill(0) } })}\n`.repeat(21)),
];

export const kinds = ['text', 'number', 'boolean', 'list', 'json'] as const;
export type Kind = (typeof kinds)[number];

/** A field of the form. */
export interface MetadataField {
  /** Tells fields apart while their keys are being typed. */
  id: number;
  key: string;
  kind: Kind;
  text: string;
}

/** Metadata while it is edited, as a form or as JSON. */
export type MetadataDraft = { mode: 'form'; fields: readonly MetadataField[] } | { mode: 'json'; text: string };

export type Metadata = Record<string, unknown>;

export type MetadataFault =
  | { at: 'json'; reason: 'notJson'; why: string }
  | { at: 'json'; reason: 'notObject' }
  | { at: number; reason: 'notJson'; why: string }
  | { at: number; reason: 'notNumber' | 'twice' | 'noKey' };

export type ReadMetadata = { metadata: Metadata } | { fault: MetadataFault };

let lastId = 0;

export function makeField(key: string, kind: Kind, text: string): MetadataField {
  lastId += 1;
  return { id: lastId, key, kind, text };
}

/** A list whose items can be written with commas between them. */
const isPlainList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'string' && one !== '' && one === one.trim() && !/[,\n]/.test(one));

function toField(key: string, value: unknown): MetadataField {
  // An empty field is left out, so an empty text that is there already is written as JSON.
  if (typeof value === 'string' && value.trim() !== '') return makeField(key, 'text', value);
  if (typeof value === 'number') return makeField(key, 'number', String(value));
  if (typeof value === 'boolean') return makeField(key, 'boolean', String(value));
  if (isPlainList(value)) return makeField(key, 'list', value.join(', '));
  return makeField(key, 'json', JSON.stringify(value));
}

export const toForm = (metadata: Metadata): MetadataDraft => ({
  mode: 'form',
  fields: Object.entries(metadata).map(([key, value]) => toField(key, value)),
});

export const toJson = (metadata: Metadata): MetadataDraft => ({
  mode: 'json',
  text: JSON.stringify(metadata, null, 2),
});

const messageOf = (error: unknown): string => (error as Error).message;

function readField({ id, kind, text }: MetadataField): { value: unknown } | { fault: MetadataFault } {
  if (kind === 'number') {
    const value = Number(text.trim());
    return Number.isFinite(value) ? { value } : { fault: { at: id, reason: 'notNumber' } };
  }
  if (kind === 'boolean') return { value: text === 'true' };
  if (kind === 'list')
    return {
      value: text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    };
  if (kind === 'text') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: { at: id, reason: 'notJson', why: messageOf(error) } };
  }
}

function readFields(fields: readonly MetadataField[]): ReadMetadata {
  const entries = new Map<string, unknown>();
  for (const field of fields) {
    if (field.text.trim() === '') continue;
    if (field.key === '') return { fault: { at: field.id, reason: 'noKey' } };
    if (entries.has(field.key)) return { fault: { at: field.id, reason: 'twice' } };
    const read = readField(field);
    if ('fault' in read) return read;
    entries.set(field.key, read.value);
  }
  return { metadata: Object.fromEntries(entries) };
}

/** Reads a draft, or finds the first thing that is wrong with it. */
export function readMetadata(draft: MetadataDraft): ReadMetadata {
  if (draft.mode === 'form') return readFields(draft.fields);
  try {
    const value: unknown = JSON.parse(draft.text.trim() || '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { fault: { at: 'json', reason: 'notObject' } };
    }
    return { metadata: value as Metadata };
  } catch (error) {
    return { fault: { at: 'json', reason: 'notJson', why: messageOf(error) } };
  }
}

/**
 * Returns the changes that turn one object into another, as an update merges them: null removes a key. Undefined when
 * nothing differs.
 */
export function changesOf(before: Metadata, after: Metadata): Metadata | undefined {
  const removed = Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key) => [key, null] as const);
  const changed = Object.entries(after).filter(
    ([key, value]) => !Object.hasOwn(before, key) || JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  const all = [...removed, ...changed];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

import { Binary, type Collection, type Db, type IndexDescription } from 'mongodb';
import type { AnyKind, FieldType, Index } from '../../../ports/record-store.ts';
import type { Fields } from '../../store-kit/record-order.ts';

/** Its `_id` is the key. Null fields are left out. `json` is text, which preserves all keys and their order. */
export type RecordDocument = { _id: string } & Fields;

/** Selects the documents of a counter, which have their number at the end. `0` is the character after `/`. */
export function ofCounter(name: string): { _id: { $gte: string; $lt: string } } {
  return { _id: { $gte: `${name}/`, $lt: `${name}0` } };
}

export function collectionOf(db: Db, { name }: AnyKind): Collection<RecordDocument> {
  return db.collection<RecordDocument>(name);
}

export const sequenceIndex = 'sequence';

/** Describes the indexes of a kind. Absent fields are null, so an index with a condition contains the present ones. */
export function recordIndexes(kind: AnyKind): IndexDescription[] {
  const indexes = Object.entries(kind.indexes as Record<string, Index<Fields>>).filter(([, one]) => !one.forLoading);
  const described = indexes.map(([name, { on, each, covers = [], unique, where }]): IndexDescription => {
    const fields = [...on, ...(each === undefined ? [] : [each]), ...covers];
    const present = where ?? (unique ? on.at(-1) : undefined);
    return {
      name,
      key: Object.fromEntries(fields.map((field) => [field, 1])),
      ...(unique ? { unique } : {}),
      ...(present === undefined ? {} : { partialFilterExpression: { [present]: { $exists: true } } }),
    };
  });
  const { key, sequence } = kind;
  // The number of a record identifies it among those of its account.
  if (sequence !== undefined && !key.includes(sequence as never)) {
    described.push({ name: sequenceIndex, key: { [key[0] as string]: 1, [sequence as string]: 1 }, unique: true });
  }
  return described;
}

export function encode({ fields }: AnyKind, field: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (fields[field] === 'vector') return Binary.fromInt8Array(value as Int8Array);
  return fields[field] === 'json' ? JSON.stringify(value) : value;
}

export function toFields(kind: AnyKind, record: Fields): Fields {
  const present = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present.map(([field, value]) => [field, encode(kind, field, value)]));
}

export function toRecord({ fields }: AnyKind, document: RecordDocument, only?: readonly string[]): Fields {
  const record: Fields = {};
  for (const field of only ?? Object.keys(fields)) record[field] = decode(fields[field] as FieldType, document[field]);
  return record;
}

function decode(type: FieldType, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'json') return JSON.parse(value as string);
  if (type === 'vector') return (value as Binary).toInt8Array();
  return type === 'bytes' ? new Uint8Array((value as Binary).buffer) : value;
}

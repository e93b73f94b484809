import type { IndexDescription } from 'mongodb';
import type { AnyKind } from '../../../ports/record-store.ts';
import { indexesOf } from './stored-documents.ts';

export const sequenceIndex = 'sequence';

/** Describes the indexes of a kind. Absent fields are null, so an index with a condition contains the present ones. */
export function recordIndexes(kind: AnyKind): IndexDescription[] {
  const described = indexesOf(kind).map(([name, { on, each, covers = [], unique, where }]): IndexDescription => {
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

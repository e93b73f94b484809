import { isDeepStrictEqual } from 'node:util';
import type {
  DayRecord,
  DeletionRecord,
  KeyRecord,
  MemoryRecord,
  RecordKind,
  Records,
  RequestRecord,
} from '../../ports/records.ts';

/** Merges a record into the one at the target. A target never returns to an earlier state. */
const mergeRules: { [Kind in RecordKind]: (given: Records[Kind], present: Records[Kind]) => Records[Kind] } = {
  memory: (given, present) => (isNewer(given, present) ? given : present),
  request: (_, present) => present,
  month: (given, present) => ({
    ...present,
    memoryWrites: Math.max(given.memoryWrites, present.memoryWrites),
    memorySearches: Math.max(given.memorySearches, present.memorySearches),
  }),
  day: (given, present) => (requestsIn(given) > requestsIn(present) ? given : present),
  key(given, present) {
    const revokedAt = extreme(Math.min, given.key.revokedAt, present.key.revokedAt);
    const lastUsedAt = extreme(Math.max, given.key.lastUsedAt, present.key.lastUsedAt);
    return { ...present, key: { ...present.key, revokedAt, lastUsedAt } };
  },
  deletion: (given, present) => (progressOf(given) > progressOf(present) ? given : present),
  audit: (_, present) => present,
  webhook: (given, present) => (given.updatedAt > present.updatedAt ? given : present),
  delivery: (_, present) => present,
};

/** The record that replaces the current one; undefined if the current one needs no change. */
export function mergeRecords<Kind extends RecordKind>(
  kind: Kind,
  given: Records[Kind],
  present: Records[Kind],
): Records[Kind] | undefined {
  const merged = mergeRules[kind](given, present);
  return isDeepStrictEqual(merged, present) ? undefined : merged;
}

export type SmallKind = Exclude<RecordKind, 'memory'>;

/** Whether a copy contains the data of its original. The copy may have changed since. */
export const keepRules: { [Kind in SmallKind]: (original: Records[Kind], copy: Records[Kind]) => boolean } = {
  request: (original, copy) => isDeepStrictEqual(fieldsOf(original), fieldsOf(copy)),
  month: (original, copy) => mergeRecords('month', original, copy) === undefined,
  day: (original, copy) => mergeRecords('day', original, copy) === undefined,
  key: (original, copy) =>
    isDeepStrictEqual(unchanging(original), unchanging(copy)) &&
    (original.key.revokedAt === null || copy.key.revokedAt !== null),
  deletion: (original, copy) => mergeRecords('deletion', original, copy) === undefined,
  audit: isDeepStrictEqual,
  webhook: (original, copy) => mergeRecords('webhook', original, copy) === undefined,
  // The target may have delivered it already.
  delivery: (original, copy) => original.webhookId === copy.webhookId,
};

/** Whether one record of a memory is later than another one. */
export function isNewer(one: MemoryRecord, other: MemoryRecord): boolean {
  if (one.memory.version !== other.memory.version) return one.memory.version > other.memory.version;
  if (one.memory.revision !== other.memory.revision) return one.memory.revision > other.memory.revision;
  return one.memory.status !== 'pending' && other.memory.status === 'pending';
}

/** A number that is larger for a later state of a deletion. */
function progressOf({ deletion: { state, verifiedAt, removed } }: DeletionRecord): number {
  const ended = state === 'done' ? 1 : 0;
  return verifiedAt === null ? ended + removed.memories / (removed.memories + 1) : 2;
}

function requestsIn({ statuses }: DayRecord): number {
  return statuses[2] + statuses[3] + statuses[4] + statuses[5];
}

function extreme(choose: (...times: number[]) => number, one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : choose(one, other);
}

/** The fields without `order`, which differs between stores. */
function fieldsOf({ order: _, ...fields }: RequestRecord): object {
  return fields;
}

function unchanging({ key: { revokedAt: _, lastUsedAt: _at, ...key }, hash }: KeyRecord): object {
  return { key, hash };
}

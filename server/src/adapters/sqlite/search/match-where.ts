import type { DatabaseSync } from 'node:sqlite';
import type { ValueCounts } from '../../../ports/candidate-index.ts';
import { type Condition, type ConditionGroup, toMatcher, valueAt, type Where } from '../../../ports/conditions.ts';
import type { Metadata } from '../../../ports/memory.ts';
import { addStrings, topValues } from '../../store-kit/top-values.ts';
import { prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { MetadataColumn } from './metadata-column.ts';
import type { MetadataColumns, Ordinals } from './metadata-columns.ts';
import { metadataOf } from './statements.ts';
import { intersect, ordinalsIn } from './typed-arrays.ts';

/** The maximum of memories whose metadata are read one by one, rather than those of the whole account. */
const fewMemories = 500;
/** The sizes of one step of these reads. */
const lookupsAtOnce = 1_000;
const charactersAtOnce = 400_000;
/** The number of memories that one step tests against conditions. */
const testsAtOnce = 2_000_000;

export interface MetadataReads {
  db: DatabaseSync;
  ordinals: Ordinals & { metadata: MetadataColumns };
  /** Called when the metadata columns may have grown. It may drop them. */
  onGrown: () => void;
}

/** Clears in the mask the memories that do not meet the conditions. */
export function* matchWhere(reads: MetadataReads, mask: Uint8Array, where: Where): Steps<void> {
  const { all = [], any, none = [] } = where;
  const keys = [...new Set([...all, ...(any ?? []), ...none].map(({ key }) => key))];
  const columns = yield* readColumns(reads, mask, keys);
  if (!columns) {
    const matches = toMatcher(where);
    return yield* readEach(reads, mask, (metadata, ordinal) => {
      if (!matches(metadata)) mask[ordinal] = 0;
    });
  }
  const columnOf = new Map(keys.map((key, at) => [key, columns[at] as MetadataColumn]));
  let tests = 0;
  function* apply(conditions: readonly Condition[], to: Uint8Array, group: ConditionGroup): Steps<void> {
    for (const condition of conditions) {
      yield* (columnOf.get(condition.key) as MetadataColumn).apply(to, condition, group);
      tests += mask.length;
      if (tests < testsAtOnce) continue;
      tests = 0;
      yield;
    }
  }
  yield* apply(all, mask, 'all');
  yield* apply(none, mask, 'none');
  if (!any) return;
  const matching = new Uint8Array(mask.length);
  yield* apply(any, matching, 'any');
  intersect(mask, matching);
}

const keyOf = { projects: 'project', sources: 'source', memoryTypes: 'memory_type', tags: 'tags' } as const;
type MetadataCounts = Pick<ValueCounts, keyof typeof keyOf>;

/** Counts the metadata values of the memories in a mask. */
export function* countMetadataValues(reads: MetadataReads, mask: Uint8Array): Steps<MetadataCounts> {
  const all = Object.entries(keyOf).map(([name, key]) => ({ name, key, counts: new Map<string, number>() }));
  const keys = all.map(({ key }) => key);
  const columns = yield* readColumns(reads, mask, keys);
  for (const [at, { counts }] of all.entries()) {
    for (const [value, count] of columns?.[at]?.count(mask) ?? []) addStrings(counts, value, count);
    if (columns) yield;
  }
  if (!columns) {
    yield* readEach(reads, mask, (metadata) => {
      for (const { key, counts } of all) addStrings(counts, valueAt(metadata, key), 1);
    });
  }
  return Object.fromEntries(all.map(({ name, counts }) => [name, topValues(counts)])) as MetadataCounts;
}

/**
 * Reads the columns of these keys step by step, unless the mask contains few memories.
 * @returns undefined when the metadata must be read with {@link readEach}
 */
function* readColumns(
  { db, ordinals, onGrown }: MetadataReads,
  mask: Uint8Array,
  keys: readonly string[],
): Steps<MetadataColumn[] | undefined> {
  const isFew = ordinalsIn(mask).drop(fewMemories).next().done;
  if (isFew) return undefined;
  while (ordinals.metadata.readNext(db, ordinals, keys)) {
    onGrown();
    yield;
  }
  return ordinals.metadata.find(keys);
}

/** Reads the metadata of each memory in the mask. */
function* readEach(
  { db, ordinals }: MetadataReads,
  mask: Uint8Array,
  take: (metadata: Metadata, ordinal: number) => void,
): Steps<void> {
  const read = prepareArrays<[metadata: string]>(db, metadataOf);
  let lookups = 0;
  let characters = 0;
  for (const ordinal of ordinalsIn(mask)) {
    const [metadata = '{}'] = read.get(ordinals.seqAt(ordinal)) ?? [];
    take(JSON.parse(metadata), ordinal);
    characters += metadata.length;
    if (++lookups < lookupsAtOnce && characters < charactersAtOnce) continue;
    lookups = 0;
    characters = 0;
    yield;
  }
}

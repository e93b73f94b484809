import type { DatabaseSync } from 'node:sqlite';
import { intersect, ordinalsIn } from '../../../lib/typed-arrays.ts';
import type { ValueCounts } from '../../../ports/candidate-index.ts';
import { type Condition, toMatcher, valueAt, type Where } from '../../../ports/conditions.ts';
import type { Metadata } from '../../../ports/memory.ts';
import { addStrings, topValues } from '../../store-kit/top-values.ts';
import { prepare, readValue } from '../connection/open-database.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { Ordinals } from './index-parts.ts';
import type { MetadataColumn, MetadataColumns } from './metadata-columns.ts';
import { countOfFilterKey, filterKeysOf, memoriesWithFilterKey, metadataOf } from './statements.ts';

/** The maximum of memories that are looked up one by one. */
const fewMemories = 500;
/** The sizes of one step, which takes a few milliseconds. */
const rowsAtOnce = 5_000;
const lookupsAtOnce = 1_000;
const charactersAtOnce = 400_000;
const testsAtOnce = 2_000_000;

type Keys = readonly string[];

export interface MetadataReads {
  db: DatabaseSync;
  ordinals: Ordinals & { metadata: MetadataColumns };
  onGrown: () => void;
}

/** Clears in the mask the memories that have no filter key of one of the lists. The rarest list narrows it first. */
export function* matchFilterKeys(reads: MetadataReads, mask: Uint8Array, lists: readonly Keys[]): Steps<void> {
  let open = lists;
  for (let isSorted = false; open.length > 0; isSorted = true) {
    // Counting would look up each of up to 50,000 alternatives, which takes half a second.
    if (hasFew(mask)) {
      const sets = open.map((keys) => new Set(keys));
      return yield* readEach(reads, filterKeysOf, mask, (filterKeys: string[] | null, ordinal) => {
        if (!sets.every((set) => filterKeys?.some((key) => set.has(key)))) mask[ordinal] = 0;
      });
    }
    if (!isSorted) open = yield* byRarity(reads, open);
    yield* matchMany(reads, mask, open[0] as Keys);
    open = open.slice(1);
  }
}

/** Sorts the lists by their memories, which are counted up to the number that one step can read. */
function* byRarity({ db, ordinals: { account } }: MetadataReads, lists: readonly Keys[]): Steps<Keys[]> {
  const rowsOf = new Map<Keys, number>();
  for (const keys of lists) {
    let rows = 0;
    for (const [at, key] of keys.entries()) {
      rows += readValue<number>(db, countOfFilterKey, account, key, rowsAtOnce) as number;
      if (rows >= rowsAtOnce) break;
      if (at % lookupsAtOnce === lookupsAtOnce - 1) yield;
    }
    rowsOf.set(keys, rows);
  }
  return [...lists].sort((a, b) => (rowsOf.get(a) as number) - (rowsOf.get(b) as number));
}

function* matchMany({ db, ordinals }: MetadataReads, mask: Uint8Array, keys: Keys): Steps<void> {
  const matching = new Uint8Array(mask.length);
  const read = prepare<[seq: number]>(db, memoriesWithFilterKey);
  /** The number of rows read in this step. A lookup counts as several. */
  let work = 0;
  for (const key of keys) {
    let ordinal = 0;
    let after = 0;
    for (let more = true; more; ) {
      const rows = read.all(ordinals.account, key, after, rowsAtOnce);
      for (const [seq] of rows) {
        while (ordinal < mask.length && ordinals.seqAt(ordinal) < seq) ordinal++;
        if (ordinal < mask.length && ordinals.seqAt(ordinal) === seq) matching[ordinal] = 1;
      }
      more = rows.length === rowsAtOnce;
      after = rows.at(-1)?.[0] ?? 0;
      work += rows.length + rowsAtOnce / lookupsAtOnce;
      if (work < rowsAtOnce) continue;
      work = 0;
      yield;
    }
  }
  intersect(mask, matching);
  yield;
}

export function* matchWhere(reads: MetadataReads, mask: Uint8Array, where: Where): Steps<void> {
  const { all = [], any, none = [] } = where;
  const keys = [...new Set([...all, ...(any ?? []), ...none].map(({ key }) => key))];
  const columns = yield* readColumns(reads, mask, keys);
  if (!columns) {
    const matches = toMatcher(where);
    return yield* readEach(reads, metadataOf, mask, (metadata: Metadata | null, ordinal) => {
      if (!matches(metadata ?? {})) mask[ordinal] = 0;
    });
  }
  const columnOf = new Map(keys.map((key, at) => [key, columns[at] as MetadataColumn]));
  let tests = 0;
  function* apply(conditions: readonly Condition[], to: Uint8Array, group: keyof Where): Steps<void> {
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

export function* countMetadataValues(reads: MetadataReads, mask: Uint8Array): Steps<MetadataCounts> {
  const all = Object.entries(keyOf).map(([name, key]) => ({ name, key, counts: new Map<string, number>() }));
  const keys = all.map(({ key }) => key);
  const columns = yield* readColumns(reads, mask, keys);
  for (const [at, { counts }] of all.entries()) {
    for (const [value, count] of columns?.[at]?.count(mask) ?? []) addStrings(counts, value, count);
    if (columns) yield;
  }
  if (!columns) {
    yield* readEach(reads, metadataOf, mask, (metadata: Metadata | null) => {
      for (const { key, counts } of all) addStrings(counts, valueAt(metadata ?? {}, key), 1);
    });
  }
  return Object.fromEntries(all.map(({ name, counts }) => [name, topValues(counts)])) as MetadataCounts;
}

/** Reads the columns of these keys; undefined when {@link readEach} must read the metadata. */
function* readColumns({ db, ordinals, onGrown }: MetadataReads, mask: Uint8Array, keys: Keys) {
  return hasFew(mask) ? undefined : yield* ordinals.metadata.read(db, ordinals, keys, onGrown);
}

function hasFew(mask: Uint8Array): boolean {
  return ordinalsIn(mask).drop(fewMemories).next().done === true;
}

/** Reads a value in JSON of each memory in the mask; null for one that was deleted meanwhile. */
function* readEach<Value>(
  { db, ordinals }: MetadataReads,
  sql: string,
  mask: Uint8Array,
  take: (value: Value, ordinal: number) => void,
): Steps<void> {
  const read = prepare<[value: string]>(db, sql);
  let lookups = 0;
  let characters = 0;
  for (const ordinal of ordinalsIn(mask)) {
    const [value = 'null'] = read.get(ordinals.seqAt(ordinal)) ?? [];
    take(JSON.parse(value), ordinal);
    characters += value.length;
    if (++lookups < lookupsAtOnce && characters < charactersAtOnce) continue;
    lookups = 0;
    characters = 0;
    yield;
  }
}

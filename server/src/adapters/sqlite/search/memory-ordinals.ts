import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { findOrAdd } from '../../../lib/find-or-add.ts';
import { toShortKey } from '../../../lib/to-short-key.ts';
import type { SearchScope, TimeRange, TimeSpan, ValueCount } from '../../../ports/memory-store.ts';
import { topValues } from '../../store-kit/top-values.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { ColumnReads } from './column-reads.ts';
import { Conversations } from './conversations.ts';
import { ExpiryTimes } from './expiry-times.ts';
import { grown } from './grown.ts';
import { matchFilterKeys } from './match-filter-keys.ts';
import { matchWhere } from './match-where.ts';
import { MetadataColumns } from './metadata-columns.ts';

/** The {@link indexedColumns} of a memory. `isMessage` is 1 for a message of a run. */
export type IndexedColumns = [
  seq: number,
  userId: string,
  agentId: string | null,
  runId: string | null,
  wordCount: number,
  isMessage: number,
  occurredAt: number,
  createdAt: number,
  isEndUser: number,
  expiresAt: number | null,
];

export const indexedColumns =
  'seq, userId, agentId, runId, wordCount, speaker IS NOT NULL, occurredAt, createdAt, isEndUser, expiresAt';

/** The memories that a scope may contain. */
export interface View {
  /** 1 for each ordinal within the scope. */
  mask: Uint8Array;
  memories: number;
  /** The average number of words in a memory. */
  averageLength: number;
  /** Whether the scope contained all memories of the account when the view was created. */
  whole: boolean;
  /** The number of changes to the ordinals by then. */
  changes: number;
}

/**
 * The maximum of views. A search needs one several times, and further views only help while the account writes nothing.
 */
const maxViews = 8;
/** The approximate sizes of map entries in bytes. */
const bytesPerMessage = 50;
const bytesPerName = 120;

const idNames = ['userId', 'agentId', 'runId'] as const;

/**
 * Contains the users, agents, runs, times and lengths of one account's memories. Each memory has an ordinal in the
 * order of writing. No other memory gets the ordinal after a deletion.
 */
export class MemoryOrdinals {
  readonly account: number;
  /** The number of ordinals, including those of deleted memories. */
  length = 0;
  private empty = 0;
  /** The seqs by ordinal, ascending. */
  private seqs = new Float64Array(0);
  /** 0 for the ordinals of deleted memories. */
  private taken = new Uint8Array(0);
  private lengths = new Int32Array(0);
  private times = new Float64Array(0);
  private creations = new Float64Array(0);
  /** 1 for memories of the account itself that have an end user. */
  private endUsers = new Uint8Array(0);
  private readonly expiryTimes = new ExpiryTimes();
  /** Small numbers instead of ids, by ordinal. 0 means null. */
  private readonly ids = { userId: new Int32Array(0), agentId: new Int32Array(0), runId: new Int32Array(0) };
  private readonly names = new Map<string, number>();
  private readonly conversations = new Conversations((ordinal) => this.times[ordinal] as number);
  readonly columns = new MetadataColumns();
  private readonly views = new LRUCache<string, View>({ max: maxViews });
  private changes = 0;

  constructor(account: number) {
    this.account = account;
  }

  /** The estimated size in bytes. */
  get bytes(): number {
    let bytes = this.conversations.size * bytesPerMessage + this.names.size * bytesPerName;
    bytes += this.expiryTimes.bytes + this.columns.bytes;
    const arrays = [
      this.seqs,
      this.taken,
      this.lengths,
      this.times,
      this.creations,
      this.endUsers,
      ...Object.values(this.ids),
    ];
    for (const { byteLength } of arrays) bytes += byteLength;
    for (const { mask } of this.views.values()) bytes += mask.byteLength;
    return bytes;
  }

  get halfEmpty(): boolean {
    return this.empty * 2 > this.length + 1_000;
  }

  find(seq: number): number | undefined {
    const ordinal = this.findEver(seq);
    return ordinal !== undefined && this.taken[ordinal] === 1 ? ordinal : undefined;
  }

  /** Finds the ordinal of a memory that may be deleted. */
  findEver(seq: number): number | undefined {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] as number) < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.seqs[low] === seq ? low : undefined;
  }

  /** Whether a memory was written after all that have or had an ordinal. */
  isNewest(seq: number): boolean {
    return this.length === 0 || seq > this.seqAt(this.length - 1);
  }

  seqAt(ordinal: number): number {
    return this.seqs[ordinal] as number;
  }

  /** Returns the time of a memory's event. */
  timeAt(ordinal: number): number {
    return this.times[ordinal] as number;
  }

  /** Returns the number of words in a memory. */
  lengthAt(ordinal: number): number {
    return this.lengths[ordinal] as number;
  }

  /**
   * Adds or changes a memory, and returns its ordinal.
   * @throws {Error} unless new memories come in the order of their seqs
   */
  set(row: [...IndexedColumns, ...unknown[]]): number {
    const [seq, userId, agentId, runId, wordCount, isMessage, occurredAt, createdAt, isEndUser, expiresAt] = row;
    const ordinal = this.find(seq) ?? this.append(seq);
    this.forgetViews();
    this.lengths[ordinal] = wordCount;
    this.times[ordinal] = occurredAt;
    this.creations[ordinal] = createdAt;
    this.endUsers[ordinal] = isEndUser;
    this.expiryTimes.set(ordinal, expiresAt);
    this.ids.userId[ordinal] = this.numberOf(userId);
    this.ids.agentId[ordinal] = this.numberOf(agentId);
    this.ids.runId[ordinal] = this.numberOf(runId);
    if (isMessage === 0) this.conversations.remove(ordinal);
    else {
      const { userId: user, agentId: agent, runId: run } = this.ids;
      this.conversations.add(ordinal, `${user[ordinal]} ${agent[ordinal]} ${run[ordinal]}`);
    }
    return ordinal;
  }

  remove(ordinal: number): void {
    this.forgetViews();
    this.expiryTimes.set(ordinal, null);
    this.conversations.remove(ordinal);
    this.taken[ordinal] = 0;
    this.empty++;
  }

  /** Returns the memories that have expired by a time. */
  expiredAt(time: number): number[] {
    return this.expiryTimes.until(time);
  }

  /**
   * Returns the view of a scope, and looks up filter keys and conditions step by step. It may lack memories that were
   * written in the meantime.
   * @param onGrown is called when metadata columns may have grown, and may drop them
   */
  *view(db: DatabaseSync, scope: SearchScope, onGrown = () => {}): Steps<View> {
    // Filters may have megabytes, which the size of the index does not include.
    const key = toShortKey(JSON.stringify(scope));
    const known = this.views.get(key);
    if (known) return known;
    const { changes } = this;
    const mask = this.taken.slice(0, this.length);
    this.narrow(mask, scope);
    yield* matchFilterKeys({ db, account: this.account, seqs: this.seqs, mask }, scope.filterKeys ?? []);
    if (scope.where) yield* matchWhere(this.columnReads(db, onGrown), mask, scope.where);
    const view = this.viewOf(mask);
    // A later search must also find memories that were written during the steps.
    if (this.changes === changes) this.views.set(key, view);
    return view;
  }

  columnReads(db: DatabaseSync, onGrown: () => void): ColumnReads {
    const { account, columns, seqs } = this;
    return { db, account, columns, seqs, findOrdinal: (seq) => this.find(seq), onGrown };
  }

  /** Counts the users, agents or runs of a view. */
  countNames({ mask }: View, of: (typeof idNames)[number]): ValueCount[] {
    const counts = new Int32Array(this.names.size + 1);
    const numbers = this.ids[of];
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      const number = numbers[ordinal] as number;
      counts[number] = (counts[number] as number) + (mask[ordinal] as number);
    }
    const named = this.names.entries().map(([name, number]) => [name, counts[number] as number] as const);
    return topValues(named.filter(([, count]) => count > 0));
  }

  /** Clears in the mask the memories outside of a scope, regardless of its filter keys and conditions. */
  private narrow(mask: Uint8Array, scope: SearchScope): void {
    const { accountId, userId, withoutEndUsers, occurred, created } = scope;
    const includesEndUsers = userId === accountId && !withoutEndUsers;
    for (const name of idNames) {
      const wanted = scope[name];
      if (wanted === undefined) continue;
      const number = this.names.get(wanted) ?? -1;
      const values = this.ids[name];
      const others = name === 'userId' && includesEndUsers ? this.endUsers : null;
      for (let ordinal = 0; ordinal < mask.length; ordinal++) {
        if (values[ordinal] !== number && others?.[ordinal] !== 1) mask[ordinal] = 0;
      }
    }
    if (withoutEndUsers) {
      for (let ordinal = 0; ordinal < mask.length; ordinal++) if (this.endUsers[ordinal] === 1) mask[ordinal] = 0;
    }
    if (occurred) keepWithin(mask, this.times, occurred);
    if (created) keepWithin(mask, this.creations, created);
  }

  /** Narrows a view to memories that happened within any of the spans. */
  within({ mask }: View, spans: readonly TimeSpan[]): View {
    const narrowed = new Uint8Array(mask.length);
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      if (mask[ordinal] === 0) continue;
      const at = this.times[ordinal] as number;
      if (spans.some(({ from, to }) => at >= from && at < to)) narrowed[ordinal] = 1;
    }
    return this.viewOf(narrowed);
  }

  /** Whether a view contains a memory that still exists. */
  sees({ mask }: View, ordinal: number): boolean {
    return mask[ordinal] === 1 && this.taken[ordinal] === 1;
  }

  /** Returns the memories of a view that were written last. */
  newest({ mask }: View, limit: number): number[] {
    const newest: number[] = [];
    for (let ordinal = mask.lastIndexOf(1); ordinal !== -1 && newest.length < limit; ) {
      newest.push(ordinal);
      ordinal = ordinal === 0 ? -1 : mask.lastIndexOf(1, ordinal - 1);
    }
    return newest;
  }

  /** Whether a view contains all memories of the account, including those written since it was created. */
  seesAll({ whole, changes }: View): boolean {
    return whole && changes === this.changes;
  }

  /** Returns a view's messages up to `reach` around a message, with their distance. Other memories have none. */
  neighbours(view: View, ordinal: number, reach: number): [distance: number, ordinal: number][] {
    const near = this.conversations.around(ordinal, reach);
    return this.seesAll(view) ? near : near.filter(([, neighbour]) => view.mask[neighbour] === 1);
  }

  /** Returns the number of a message's run and the position there; null for other memories. */
  messageAt(ordinal: number): { run: number; position: number } | null {
    return this.conversations.find(ordinal);
  }

  private forgetViews(): void {
    if (this.views.size > 0) this.views.clear();
    this.changes++;
  }

  private append(seq: number): number {
    if (!this.isNewest(seq)) throw new Error('memories must be indexed in the order they were written');
    const ordinal = this.length++;
    this.seqs = grown(this.seqs, this.length);
    this.taken = grown(this.taken, this.length);
    this.lengths = grown(this.lengths, this.length);
    this.times = grown(this.times, this.length);
    this.creations = grown(this.creations, this.length);
    this.endUsers = grown(this.endUsers, this.length);
    for (const name of idNames) this.ids[name] = grown(this.ids[name], this.length);
    this.seqs[ordinal] = seq;
    this.taken[ordinal] = 1;
    return ordinal;
  }

  private viewOf(mask: Uint8Array<ArrayBuffer>): View {
    let memories = 0;
    let words = 0;
    let whole = true;
    for (let ordinal = 0; ordinal < this.length; ordinal++) {
      if (mask[ordinal] !== 1) {
        if (this.taken[ordinal] === 1) whole = false;
        continue;
      }
      memories++;
      words += this.lengths[ordinal] as number;
    }
    const averageLength = memories === 0 ? 0 : words / memories;
    return { mask, memories, averageLength, whole, changes: this.changes };
  }

  /** Returns a small number for an id, and 0 for null. */
  private numberOf(id: string | null): number {
    return id === null ? 0 : findOrAdd(this.names, id, () => this.names.size + 1);
  }
}

function keepWithin(mask: Uint8Array, times: Float64Array, { from = -Infinity, to = Infinity }: TimeRange): void {
  for (let ordinal = 0; ordinal < mask.length; ordinal++) {
    const at = times[ordinal] as number;
    if (at < from || at >= to) mask[ordinal] = 0;
  }
}

import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { findOrAdd } from '../../../lib/find-or-add.ts';
import { toShortKey } from '../../../lib/to-short-key.ts';
import { bytesOf, growAll, positionOf } from '../../../lib/typed-arrays.ts';
import type { SearchScope, TimeSpan, ValueCount } from '../../../ports/candidate-index.ts';
import type { TimeRange } from '../../../ports/memory.ts';
import { topValues } from '../../store-kit/top-values.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { Conversations } from './conversations.ts';
import { matchFilterKeys, matchWhere } from './match-metadata.ts';
import { MetadataColumns } from './metadata-columns.ts';
import { WordPostings } from './word-postings.ts';

const numberColumns = [
  ...(['wordCount', 'occurredAt', 'createdAt', 'isEndUser', 'expiresAt'] as const),
  ...(['version', 'copyHash', 'characters', 'textChangedAt'] as const),
] as const;
const nameColumns = ['userId', 'agentId', 'runId', 'speaker'] as const;
const numbersAt = 4;
const namesAt = numbersAt + numberColumns.length;

type Each<List, Value> = { [At in keyof List]: Value };
export type IndexedColumns = [
  ...[seq: number, id: string, entities: string, ending: string],
  ...Each<typeof numberColumns, number | null>,
  ...Each<typeof nameColumns, string | null>,
];
export const indexedColumns = ['seq, id, entities, ending', ...numberColumns, ...nameColumns].join(', ');

export interface View {
  mask: Uint8Array;
  memories: number;
  averageLength: number;
  /** The number of changes up to which the scope contains all memories of the account; null if it does not. */
  wholeUntil: number | null;
}

/** The maximum of views. More than one only help while the account writes nothing. */
const maxViews = 8;
/** The approximate sizes of map entries in bytes. */
const bytesPerEntry = 50;
const bytesPerName = 120;
/** An id in the server's format. Stores may contain others. */
const usualId = /^mem_[0-9A-Z]{26}$/;
const idPrefix = 'mem_';
const idLength = 26;
/** A character that no name of an entity has. */
const nameSeparator = '\0';

/** Contains what searches need of an account's memories. Ordinals have the order of writing, and are not used again. */
export class MemoryOrdinals {
  readonly account: number;
  /** The number of ordinals, including those of deleted memories. */
  length = 0;
  private empty = 0;
  /** The values of the memories by ordinal. -1 means null. */
  readonly columns = {
    seq: new Float64Array(0),
    /** 0 for the ordinals of deleted memories. */
    taken: new Uint8Array(0),
    wordCount: new Int32Array(0),
    occurredAt: new Float64Array(0),
    createdAt: new Float64Array(0),
    expiresAt: new Float64Array(0),
    /** 1 for memories of the account itself that have an end user. */
    isEndUser: new Uint8Array(0),
    version: new Int32Array(0),
    copyHash: new Float64Array(0),
    characters: new Int32Array(0),
    textChangedAt: new Float64Array(0),
    /** The code points of the endings, and -1 without one. */
    ending: new Int32Array(0),
    /** The numbers of names. 0 means null. */
    userId: new Int32Array(0),
    agentId: new Int32Array(0),
    runId: new Int32Array(0),
    speaker: new Int32Array(0),
  };
  /** The usual ids without their prefix, as bytes. */
  private ids = Buffer.alloc(0);
  private readonly unusualIds = new Map<number, string>();
  private readonly numbers = new Map<string, number>();
  private readonly names = [''];
  private firstExpiry = Number.POSITIVE_INFINITY;
  readonly conversations = new Conversations((ordinal) => this.columns.occurredAt[ordinal] as number);
  /** The names of entities in lower case, each of which counts as a word. */
  readonly entities = new WordPostings({ separator: nameSeparator });
  readonly metadata = new MetadataColumns();
  private readonly views = new LRUCache<string, View>({ max: maxViews });
  private changes = 0;

  constructor(account: number) {
    this.account = account;
  }

  get bytes(): number {
    const { columns, unusualIds, conversations, names } = this;
    const entries = unusualIds.size + conversations.size;
    let bytes = bytesOf(this) + bytesOf(columns) + entries * bytesPerEntry + names.length * bytesPerName;
    for (const { mask } of this.views.values()) bytes += mask.byteLength;
    return bytes;
  }

  get halfFree(): boolean {
    return this.empty * 2 > this.length + 1_000 || this.entities.halfFree;
  }

  find(seq: number): number | undefined {
    const { seq: seqs, taken } = this.columns;
    const at = positionOf(seqs, seq, 0, this.length);
    return at < this.length && seqs[at] === seq && taken[at] === 1 ? at : undefined;
  }

  /** Whether a memory was written after all that have or had an ordinal. */
  isNewest(seq: number): boolean {
    return this.length === 0 || seq > this.seqAt(this.length - 1);
  }

  seqAt(ordinal: number): number {
    return this.columns.seq[ordinal] as number;
  }

  idAt(ordinal: number): string {
    const start = ordinal * idLength;
    return this.unusualIds.get(ordinal) ?? idPrefix + this.ids.toString('latin1', start, start + idLength);
  }

  speakerAt(ordinal: number): string {
    return this.names[this.columns.speaker[ordinal] as number] as string;
  }

  /** Adds or changes a memory, and returns its ordinal. New memories come in the order of their seqs. */
  set(row: readonly [...IndexedColumns, ...unknown[]]): number {
    const [seq, id, entities, ending] = row;
    const ordinal = this.find(seq) ?? this.append(seq);
    this.forgetViews();
    const { columns } = this;
    for (let at = 0; at < numberColumns.length; at++)
      columns[numberColumns[at] as 'version'][ordinal] = (row[numbersAt + at] as number | null) ?? -1;
    for (let at = 0; at < nameColumns.length; at++)
      columns[nameColumns[at] as 'userId'][ordinal] = this.numberOf(row[namesAt + at] as string | null);
    columns.ending[ordinal] = ending.codePointAt(0) ?? -1;
    if (usualId.test(id)) this.ids.write(id.slice(idPrefix.length), ordinal * idLength, 'latin1');
    else this.unusualIds.set(ordinal, id);
    const expiresAt = columns.expiresAt[ordinal] as number;
    if (expiresAt !== -1) this.firstExpiry = Math.min(this.firstExpiry, expiresAt);
    const named = entities === '[]' ? [] : (JSON.parse(entities) as { name: string }[]);
    this.entities.set(ordinal, named.map(({ name }) => name.toLowerCase()).join(nameSeparator));
    const { userId, agentId, runId, speaker } = columns;
    if (speaker[ordinal] === 0) this.conversations.remove(ordinal);
    else this.conversations.add(ordinal, `${userId[ordinal]} ${agentId[ordinal]} ${runId[ordinal]}`);
    return ordinal;
  }

  remove(ordinal: number): void {
    this.forgetViews();
    this.unusualIds.delete(ordinal);
    this.entities.remove(ordinal);
    this.conversations.remove(ordinal);
    this.columns.taken[ordinal] = 0;
    this.empty++;
  }

  expiredAt(time: number): number[] {
    if (time < this.firstExpiry) return [];
    const { expiresAt, taken } = this.columns;
    const expired: number[] = [];
    this.firstExpiry = Number.POSITIVE_INFINITY;
    for (let ordinal = 0; ordinal < this.length; ordinal++) {
      const at = expiresAt[ordinal] as number;
      if (at === -1 || taken[ordinal] === 0) continue;
      if (at <= time) expired.push(ordinal);
      else this.firstExpiry = Math.min(this.firstExpiry, at);
    }
    return expired;
  }

  /** Makes the view of a scope step by step, maybe without later memories. @param onGrown may drop metadata columns */
  *view(db: DatabaseSync, scope: SearchScope, onGrown = () => {}): Steps<View> {
    // Filters may have megabytes, which the size of the index does not include.
    const key = toShortKey(JSON.stringify(scope));
    const known = this.views.get(key);
    if (known) return known;
    const { changes } = this;
    const mask = this.columns.taken.slice(0, this.length);
    this.narrow(mask, scope);
    const reads = { db, ordinals: this, onGrown };
    yield* matchFilterKeys(reads, mask, scope.filterKeys ?? []);
    if (scope.where) yield* matchWhere(reads, mask, scope.where);
    const { wordCount } = this.columns;
    let memories = 0;
    let words = 0;
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      if (mask[ordinal] !== 1) continue;
      memories++;
      words += wordCount[ordinal] as number;
    }
    // A later search must also find memories that were written during the steps.
    const isCurrent = this.changes === changes;
    const wholeUntil = isCurrent && memories === this.length - this.empty ? changes : null;
    const view = { mask, memories, averageLength: memories === 0 ? 0 : words / memories, wholeUntil };
    if (isCurrent) this.views.set(key, view);
    return view;
  }

  countNames({ mask }: View, of: 'userId' | 'agentId' | 'runId'): ValueCount[] {
    const counts = new Int32Array(this.names.length);
    const numbers = this.columns[of];
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      const number = numbers[ordinal] as number;
      counts[number] = (counts[number] as number) + (mask[ordinal] as number);
    }
    const named = this.numbers.entries().map(([name, number]) => [name, counts[number] as number] as const);
    return topValues(named.filter(([, count]) => count > 0));
  }

  /** Clears in the mask the memories outside of a scope, regardless of its filter keys and conditions. */
  private narrow(mask: Uint8Array, scope: SearchScope): void {
    const { accountId, userId, withoutEndUsers, occurred, created } = scope;
    const { isEndUser, occurredAt, createdAt } = this.columns;
    for (const name of ['userId', 'agentId', 'runId'] as const) {
      const wanted = scope[name];
      if (wanted === undefined) continue;
      const number = this.numbers.get(wanted) ?? -1;
      const values = this.columns[name];
      const others = name === 'userId' && userId === accountId && !withoutEndUsers ? isEndUser : null;
      for (let ordinal = 0; ordinal < mask.length; ordinal++) {
        if (values[ordinal] !== number && others?.[ordinal] !== 1) mask[ordinal] = 0;
      }
    }
    if (withoutEndUsers) {
      for (let ordinal = 0; ordinal < mask.length; ordinal++) if (isEndUser[ordinal] === 1) mask[ordinal] = 0;
    }
    if (occurred) keepWithin(mask, occurredAt, occurred);
    if (created) keepWithin(mask, createdAt, created);
  }

  within(mask: Uint8Array, spans: readonly TimeSpan[]): Uint8Array {
    const { occurredAt } = this.columns;
    const narrowed = new Uint8Array(mask.length);
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      if (mask[ordinal] === 0) continue;
      const at = occurredAt[ordinal] as number;
      if (spans.some(({ from, to }) => at >= from && at < to)) narrowed[ordinal] = 1;
    }
    return narrowed;
  }

  /** Whether a view contains all memories of the account, including those written since it was created. */
  seesAll({ wholeUntil }: View): boolean {
    return wholeUntil === this.changes;
  }

  /** Returns a view's messages up to `reach` around a message, with their distance. Other memories have none. */
  neighbours(view: View, ordinal: number, reach: number): [distance: number, ordinal: number][] {
    const near = this.conversations.around(ordinal, reach);
    return this.seesAll(view) ? near : near.filter(([, neighbour]) => view.mask[neighbour] === 1);
  }

  private forgetViews(): void {
    if (this.views.size > 0) this.views.clear();
    this.changes++;
  }

  private append(seq: number): number {
    if (!this.isNewest(seq)) throw new Error('memories must be indexed in the order they were written');
    const ordinal = this.length++;
    if (this.length > this.columns.seq.length) {
      growAll(this.columns, this.length);
      this.ids = Buffer.concat([this.ids], this.columns.seq.length * idLength);
    }
    this.columns.seq[ordinal] = seq;
    this.columns.taken[ordinal] = 1;
    return ordinal;
  }

  private numberOf(name: string | null): number {
    return name === null ? 0 : findOrAdd(this.numbers, name, () => this.names.push(name) - 1);
  }
}

function keepWithin(mask: Uint8Array, times: Float64Array, { from = -Infinity, to = Infinity }: TimeRange): void {
  for (let ordinal = 0; ordinal < mask.length; ordinal++) {
    const at = times[ordinal] as number;
    if (at < from || at >= to) mask[ordinal] = 0;
  }
}

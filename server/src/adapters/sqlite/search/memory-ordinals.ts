import type { DatabaseSync } from 'node:sqlite';
import type { Scope, TimeSpan } from '../../../ports/memory-store.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { Conversations } from './conversations.ts';
import { grown } from './grown.ts';
import { matchFilterKeys } from './match-filter-keys.ts';

/** {@link indexedColumns} of a memory; `isMessage` is 1 when it is a turn of its run. */
export type IndexedRow = [
  seq: number,
  userId: string,
  agentId: string | null,
  runId: string | null,
  wordCount: number,
  isMessage: number,
  occurredAt: number,
];

/** What is read of each memory. */
export const indexedColumns = 'seq, user_id, agent_id, run_id, word_count, speaker IS NOT NULL AS is_turn, occurred_at';

/** What a scope can see. */
export interface View {
  /** 1 for the ordinals within it. */
  mask: Uint8Array;
  memories: number;
  /** Words in a memory, on average. */
  averageLength: number;
  /** It left nothing of the account out when it was made. */
  whole: boolean;
  /** How many changes the ordinals had seen by then. */
  changes: number;
  /** How many of its memories hold a word, for those that somebody asked about. */
  frequencies: Map<string, number>;
}

/** A search asks for the same view more than once; more are of use only to an account who writes nothing meanwhile. */
const viewsKept = 8;
const bytesPerFrequency = 180;
/** About: an entry in a map and one in a list. */
const bytesPerMessage = 70;
const bytesPerName = 120;

/**
 * What is known in memory of one account's memories, without texts and vectors: their users, agents and runs, times and
 * lengths. Each has an ordinal, in the order in which they were written; that of a deleted one stays empty.
 */
export class MemoryOrdinals {
  private readonly account: number;
  private count = 0;
  private empty = 0;
  /** Ascending. */
  private seqs = new Float64Array(0);
  private taken = new Uint8Array(0);
  private lengths = new Int32Array(0);
  /** When it happened. */
  private times = new Float64Array(0);
  private users = new Int32Array(0);
  private agents = new Int32Array(0);
  private runs = new Int32Array(0);
  private readonly names = new Map<string, number>();
  private readonly conversations = new Conversations();
  /** By scope; the latest last. */
  private readonly views = new Map<string, View>();
  private changes = 0;

  constructor(account: number) {
    this.account = account;
  }

  get bytes(): number {
    const arrays = [this.seqs, this.taken, this.lengths, this.times, this.users, this.agents, this.runs];
    const views = [...this.views.values()].reduce(
      (sum, { mask, frequencies }) => sum + mask.byteLength + frequencies.size * bytesPerFrequency,
      0,
    );
    const others = this.conversations.size * bytesPerMessage + this.names.size * bytesPerName;
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, views + others);
  }

  get halfEmpty(): boolean {
    return this.empty * 2 > this.count + 1_000;
  }

  /** Places given out, the empty ones included. */
  get length(): number {
    return this.count;
  }

  find(seq: number): number | undefined {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] as number) < seq) low = middle + 1;
      else high = middle;
    }
    return this.seqs[low] === seq && this.taken[low] === 1 && low < this.count ? low : undefined;
  }

  seqAt(ordinal: number): number {
    return this.seqs[ordinal] as number;
  }

  /** The ordinal of a memory, new or known. New ones must come in the order of their seqs. */
  set([seq, userId, agentId, runId, wordCount, isMessage, occurredAt]: IndexedRow): number {
    const ordinal = this.find(seq) ?? this.append(seq);
    this.forgetViews();
    this.lengths[ordinal] = wordCount;
    this.times[ordinal] = occurredAt;
    this.users[ordinal] = this.named(userId);
    this.agents[ordinal] = this.named(agentId);
    this.runs[ordinal] = this.named(runId);
    if (isMessage === 0) this.conversations.remove(ordinal);
    else {
      const run = `${this.users[ordinal]} ${this.agents[ordinal]} ${this.runs[ordinal]}`;
      this.conversations.add(ordinal, run, occurredAt);
    }
    return ordinal;
  }

  remove(ordinal: number): void {
    this.forgetViews();
    this.conversations.remove(ordinal);
    this.taken[ordinal] = 0;
    this.empty++;
  }

  /**
   * What `scope` may see; labels are looked up in the table, step by step. What is written meanwhile may be missing: the
   * view was asked for before.
   */
  *view(db: DatabaseSync, scope: Scope): Steps<View> {
    const { userId, agentId, runId, filterKeys: labels } = scope;
    const key = JSON.stringify([userId, agentId, runId, labels]);
    const known = this.views.get(key);
    if (known) {
      this.views.delete(key);
      this.views.set(key, known);
      return known;
    }
    const { changes } = this;
    const view = yield* this.look(db, scope);
    // What has changed since would be missing from it for those who ask later.
    if (this.changes !== changes) return view;
    this.views.set(key, view);
    for (const oldest of this.views.keys()) {
      if (this.views.size <= viewsKept) break;
      this.views.delete(oldest);
    }
    return view;
  }

  /** Of a view what happened within any of the spans. */
  within({ mask }: View, spans: readonly TimeSpan[]): View {
    const narrowed = new Uint8Array(mask.length);
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      if (mask[ordinal] === 0) continue;
      const at = this.times[ordinal] as number;
      if (spans.some(({ from, to }) => at >= from && at < to)) narrowed[ordinal] = 1;
    }
    return this.viewOf(narrowed);
  }

  /** Whether a view holds a memory. */
  sees({ mask }: View, seq: number): boolean {
    return mask[this.find(seq) ?? -1] === 1;
  }

  /** The memories of a view that were written last. */
  newest({ mask }: View, limit: number): number[] {
    const newest: number[] = [];
    for (let ordinal = mask.lastIndexOf(1); ordinal !== -1 && newest.length < limit; ) {
      newest.push(this.seqAt(ordinal));
      ordinal = ordinal === 0 ? -1 : mask.lastIndexOf(1, ordinal - 1);
    }
    return newest;
  }

  /** Whether a view leaves nothing of the account out, also of what was written since it was made. */
  seesAll({ whole, changes }: View): boolean {
    return whole && changes === this.changes;
  }

  /** The visible messages up to `reach` before and after a message, with their distance; none around anything else. */
  neighbours(mask: Uint8Array, seq: number, reach: number): [distance: number, seq: number][] {
    const ordinal = this.find(seq);
    if (ordinal === undefined) return [];
    return this.conversations
      .around(ordinal, reach)
      .filter(([, neighbour]) => mask[neighbour] === 1)
      .map(([distance, neighbour]) => [distance, this.seqAt(neighbour)]);
  }

  /** The run of a turn, as a number, and its position there; null for what is no turn. */
  messageOf(seq: number): { run: number; position: number } | null {
    const ordinal = this.find(seq);
    return ordinal === undefined ? null : this.conversations.find(ordinal);
  }

  private forgetViews(): void {
    this.views.clear();
    this.changes++;
  }

  private append(seq: number): number {
    const ordinal = this.count++;
    if (ordinal > 0 && seq <= (this.seqs[ordinal - 1] as number))
      throw new Error('memories must be indexed in the order they were written');
    this.seqs = grown(this.seqs, this.count);
    this.taken = grown(this.taken, this.count);
    this.lengths = grown(this.lengths, this.count);
    this.times = grown(this.times, this.count);
    this.users = grown(this.users, this.count);
    this.agents = grown(this.agents, this.count);
    this.runs = grown(this.runs, this.count);
    this.seqs[ordinal] = seq;
    this.taken[ordinal] = 1;
    return ordinal;
  }

  private *look(db: DatabaseSync, scope: Scope): Steps<View> {
    const mask = this.taken.slice(0, this.count);
    const wanted = (
      [
        [this.users, scope.userId],
        [this.agents, scope.agentId],
        [this.runs, scope.runId],
      ] as const
    ).filter(([, name]) => name !== undefined);
    for (const [values, name] of wanted) {
      const number = this.names.get(name as string) ?? -1;
      for (let ordinal = 0; ordinal < mask.length; ordinal++) if (values[ordinal] !== number) mask[ordinal] = 0;
    }
    yield* matchFilterKeys(db, this.account, this.seqs, mask, scope.filterKeys ?? []);
    return this.viewOf(mask);
  }

  private viewOf(mask: Uint8Array<ArrayBuffer>): View {
    let memories = 0;
    let words = 0;
    let whole = true;
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      if (mask[ordinal] !== 1) {
        if (this.taken[ordinal] === 1) whole = false;
        continue;
      }
      memories++;
      words += this.lengths[ordinal] as number;
    }
    const averageLength = memories === 0 ? 0 : words / memories;
    return { mask, memories, averageLength, whole, changes: this.changes, frequencies: new Map() };
  }

  /** A small number for an id of a user, agent or run; 0 stands for none. */
  private named(name: string | null): number {
    if (name === null) return 0;
    let number = this.names.get(name);
    if (number === undefined) {
      number = this.names.size + 1;
      this.names.set(name, number);
    }
    return number;
  }
}

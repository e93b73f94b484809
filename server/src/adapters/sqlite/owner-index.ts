import type { DatabaseSync } from 'node:sqlite';
import type { Scope } from '../../ports/memory-store.ts';
import { Conversations } from './conversations.ts';
import { prepare } from './prepare.ts';

interface IndexedRow {
  seq: number;
  user_id: string;
  agent_id: string | null;
  run_id: string | null;
  word_count: number;
  /** 1 when it is a turn of its run. */
  is_turn: number;
}

/** What is read of each memory. */
const indexedColumns = 'seq, user_id, agent_id, run_id, word_count, speaker IS NOT NULL AS is_turn';

interface VectorRow {
  seq: number;
  scale: number;
  vector: Uint8Array;
}

/** Grows a typed array to hold `length` values, keeping what is there. */
function grown<Values extends Float32Array | Int32Array>(values: Values, length: number): Values {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => Values)(Math.max(length, values.length * 2, 256));
  larger.set(values);
  return larger;
}

/** Five numbers in arrays, one in a list, an entry in a map. */
const bytesPerPlace = 80;

/** Stands for "no vector": no cosine is that small. */
export const noCosine = -2;

/** Four sums at a time: one would make every addition wait for the one before. */
function dotProduct(matrix: Float32Array, start: number, query: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = query.length - (query.length % 4);
  for (let i = 0; i < whole; i += 4) {
    const at = start + i;
    a += (matrix[at] as number) * (query[i] as number);
    b += (matrix[at + 1] as number) * (query[i + 1] as number);
    c += (matrix[at + 2] as number) * (query[i + 2] as number);
    d += (matrix[at + 3] as number) * (query[i + 3] as number);
  }
  for (let i = whole; i < query.length; i++) a += (matrix[start + i] as number) * (query[i] as number);
  return a + b + c + d;
}

/**
 * One owner's memories in memory: who and where they belong to, how long they are, and their vectors in one matrix,
 * so that a scope is counted and scanned without touching the disk. Follows the table through `memory_change`.
 * A place is freed when its memory goes; when half of them are free everything is read anew.
 */
export class OwnerIndex {
  readonly owner: number;
  readonly dimensions: number;
  readonly embedder: number;
  private lastChange = -1;
  private placeOf = new Map<number, number>();
  private seqs: number[] = [];
  private lengths = new Int32Array(0);
  private users = new Int32Array(0);
  private agents = new Int32Array(0);
  private runs = new Int32Array(0);
  private firstVectors = new Int32Array(0);
  private vectorCounts = new Int32Array(0);
  private names = new Map<string, number>();
  private conversations = new Conversations();
  private matrix = new Float32Array(0);
  /** The place each row of the matrix belongs to; -1 when free. */
  private vectorPlaces = new Int32Array(0);
  private vectorCount = 0;
  private freePlaces = 0;
  private freeVectors = 0;

  constructor(owner: number, embedder: number, dimensions: number) {
    this.owner = owner;
    this.embedder = embedder;
    this.dimensions = dimensions;
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.matrix.byteLength + this.seqs.length * bytesPerPlace;
  }

  /** Brings the index up to the state that `db`'s open transaction sees. */
  refresh(db: DatabaseSync): void {
    const { first, last } = prepare(
      db,
      `SELECT (SELECT min(number) FROM memory_change) AS first, (SELECT max(number) FROM memory_change) AS last`,
    ).get() as { first: number | null; last: number | null };
    if (this.lastChange === (last ?? 0)) return;
    const forgotten = first !== null && first > this.lastChange + 1;
    const halfFree = this.freePlaces * 2 > this.seqs.length + 1_000 || this.freeVectors * 2 > this.vectorCount + 1_000;
    if (this.lastChange < 0 || forgotten || halfFree) {
      this.load(db);
    } else {
      const changed = prepare(db, 'SELECT DISTINCT seq FROM memory_change WHERE owner = ? AND number > ?').all(
        this.owner,
        this.lastChange,
      ) as { seq: number }[];
      for (const { seq } of changed) this.follow(db, seq);
    }
    this.lastChange = last ?? 0;
  }

  /** Marks the places that `scope` may see; `labels` are looked up in the table. */
  mask(db: DatabaseSync, scope: Scope): Uint8Array {
    const mask = new Uint8Array(this.seqs.length);
    const user = this.wanted(scope.userId);
    const agent = this.wanted(scope.agentId);
    const run = this.wanted(scope.runId);
    for (let place = 0; place < mask.length; place++) {
      if (this.seqs[place] === -1) continue;
      if (user !== undefined && this.users[place] !== user) continue;
      if (agent !== undefined && this.agents[place] !== agent) continue;
      if (run !== undefined && this.runs[place] !== run) continue;
      mask[place] = 1;
    }
    for (const alternatives of scope.labels ?? []) this.keepLabelled(db, mask, alternatives);
    return mask;
  }

  size(mask: Uint8Array): { memories: number; averageLength: number } {
    let memories = 0;
    let words = 0;
    for (let place = 0; place < mask.length; place++) {
      if (!mask[place]) continue;
      memories++;
      words += this.lengths[place] ?? 0;
    }
    return { memories, averageLength: memories === 0 ? 0 : words / memories };
  }

  get live(): number {
    return this.seqs.length - this.freePlaces;
  }

  visible(mask: Uint8Array, seq: number): boolean {
    const place = this.placeOf.get(seq);
    return place !== undefined && mask[place] === 1;
  }

  /** The best cosine of each place over its memory's vectors; {@link noCosine} where it has none or is not visible. */
  cosines(mask: Uint8Array, query: Float32Array): Float32Array {
    const best = new Float32Array(mask.length).fill(noCosine);
    const { matrix, dimensions, vectorPlaces, vectorCount } = this;
    for (let row = 0; row < vectorCount; row++) {
      const place = vectorPlaces[row] as number;
      if (place < 0 || mask[place] === 0) continue;
      const cosine = dotProduct(matrix, row * dimensions, query);
      if (cosine > (best[place] as number)) best[place] = cosine;
    }
    return best;
  }

  placeFor(seq: number): number | undefined {
    return this.placeOf.get(seq);
  }

  /** The visible turns up to `reach` places before and after a turn, with their distance; none for what is no turn. */
  neighbours(mask: Uint8Array, seq: number, reach: number): [distance: number, seq: number][] {
    const place = this.placeOf.get(seq);
    if (place === undefined) return [];
    return this.conversations
      .around(place, reach)
      .filter(([, neighbour]) => mask[neighbour] === 1)
      .map(([distance, neighbour]) => [distance, this.seqAt(neighbour)]);
  }

  /** The run of a turn, as a number, and its position there; null for what is no turn. */
  turnOf(seq: number): { run: number; position: number } | null {
    const place = this.placeOf.get(seq);
    return place === undefined ? null : this.conversations.find(place);
  }

  seqAt(place: number): number {
    return this.seqs[place] as number;
  }

  private load(db: DatabaseSync): void {
    // Should reading fail halfway, the next search begins again.
    this.lastChange = -1;
    this.placeOf = new Map();
    this.seqs = [];
    this.names = new Map();
    this.conversations = new Conversations();
    this.vectorCount = 0;
    this.freePlaces = 0;
    this.freeVectors = 0;
    this.matrix = new Float32Array(0);
    this.vectorPlaces = new Int32Array(0);
    const rows = prepare(db, `SELECT ${indexedColumns} FROM memory WHERE owner = ? ORDER BY seq`).iterate(this.owner);
    for (const row of rows) this.setRow(this.seqs.length, row as unknown as IndexedRow);
    const vectors = prepare(
      db,
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND embedder = ? ORDER BY seq, chunk',
    ).iterate(this.owner, this.embedder);
    for (const row of vectors) this.addVector(row as unknown as VectorRow);
  }

  private follow(db: DatabaseSync, seq: number): void {
    const place = this.placeOf.get(seq);
    if (place !== undefined) this.freeVectorsOf(place);
    const row = prepare(db, `SELECT ${indexedColumns} FROM memory WHERE owner = ? AND seq = ?`).get(this.owner, seq);
    if (!row) {
      if (place === undefined) return;
      this.placeOf.delete(seq);
      this.conversations.remove(place);
      this.seqs[place] = -1;
      this.freePlaces++;
      return;
    }
    this.setRow(place ?? this.seqs.length, row as unknown as IndexedRow);
    const vectors = prepare(
      db,
      'SELECT seq, scale, vector FROM memory_vector WHERE owner = ? AND seq = ? AND embedder = ? ORDER BY chunk',
    ).all(this.owner, seq, this.embedder);
    for (const vector of vectors) this.addVector(vector as unknown as VectorRow);
  }

  private freeVectorsOf(place: number): void {
    const start = this.firstVectors[place] as number;
    const end = start + (this.vectorCounts[place] as number);
    this.vectorPlaces.fill(-1, start, end);
    this.freeVectors += end - start;
  }

  private setRow(place: number, row: IndexedRow): void {
    this.seqs[place] = row.seq;
    this.placeOf.set(row.seq, place);
    this.lengths = grown(this.lengths, place + 1);
    this.users = grown(this.users, place + 1);
    this.agents = grown(this.agents, place + 1);
    this.runs = grown(this.runs, place + 1);
    this.firstVectors = grown(this.firstVectors, place + 1);
    this.vectorCounts = grown(this.vectorCounts, place + 1);
    this.lengths[place] = row.word_count;
    this.users[place] = this.named(row.user_id);
    this.agents[place] = this.named(row.agent_id);
    this.runs[place] = this.named(row.run_id);
    this.vectorCounts[place] = 0;
    if (row.is_turn === 0) this.conversations.remove(place);
    else this.conversations.add(place, `${this.users[place]} ${this.agents[place]} ${this.runs[place]}`);
  }

  /** A memory's vectors are always added together, so they lie together. */
  private addVector({ seq, scale, vector }: VectorRow): void {
    const place = this.placeOf.get(seq);
    if (place === undefined || vector.length !== this.dimensions) return;
    const row = this.vectorCount++;
    this.vectorPlaces = grown(this.vectorPlaces, row + 1);
    this.vectorPlaces[row] = place;
    if (this.vectorCounts[place] === 0) this.firstVectors[place] = row;
    this.vectorCounts[place] = (this.vectorCounts[place] as number) + 1;
    const start = row * this.dimensions;
    this.matrix = grown(this.matrix, start + this.dimensions);
    const bytes = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    for (let d = 0; d < bytes.length; d++) this.matrix[start + d] = (bytes[d] as number) * scale;
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

  private wanted(name: string | undefined): number | undefined {
    return name === undefined ? undefined : (this.names.get(name) ?? -1);
  }

  private keepLabelled(db: DatabaseSync, mask: Uint8Array, alternatives: string[]): void {
    const labelled = new Uint8Array(mask.length);
    const rows = prepare(
      db,
      'SELECT seq FROM memory_label WHERE owner = ? AND label IN (SELECT value FROM json_each(?))',
    ).iterate(this.owner, JSON.stringify(alternatives));
    for (const row of rows) {
      const place = this.placeOf.get((row as { seq: number }).seq);
      if (place !== undefined) labelled[place] = 1;
    }
    for (let place = 0; place < mask.length; place++)
      mask[place] = (mask[place] as number) & (labelled[place] as number);
  }
}

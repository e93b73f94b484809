import type { Memory } from '../../ports/memory-store.ts';
import { toProjects } from '../text/projects.ts';
import { statedAt } from './stated-at.ts';
import { type Claim, toClaim } from './to-claim.ts';
import { type Statement, toStatements } from './to-statements.ts';

export interface Entry {
  text: string;
  memoryIds: string[];
  /** When it was last said, in milliseconds since the epoch. */
  statedAt: number;
}

export interface Selected {
  preferences: Entry[];
  facts: Entry[];
}

const maxEntries = 100;
export const maxIds = 20;
/** In UTF-16 units: how much text is analysed in one go. */
const sliceLength = 2_000;
/** What a memory costs besides its length, in UTF-16 units. */
const memoryCost = 100;

/**
 * What the memories state, newest first: of repetitions one entry, of contradictions the newest.
 *
 * @param memories newest first (see `statedAt`)
 */
export function* selectStatements(memories: readonly Memory[]): Generator<void, Selected> {
  const selection = new Selection();
  let cost = 0;
  for (const memory of memories) {
    cost += memoryCost + Math.min(memory.text.length, sliceLength);
    if (cost > sliceLength) {
      yield;
      cost = 0;
    }
    const statements = yield* toStatements(memory);
    selection.add(memory, statements);
  }
  return { preferences: selection.entries('preference'), facts: selection.entries('fact') };
}

interface Kept extends Entry {
  kind: Statement['kind'];
  id: string;
  position: number;
}

class Selection {
  /** By what they say, whoever says it: the same line twice tells a reader nothing. */
  readonly #kept = new Map<string, Kept>();
  readonly #counts = { preference: 0, fact: 0 };
  /** What the newest statements say, by whom or what they are about. */
  readonly #isDenied = new Map<string, boolean>();
  readonly #values = new Map<string, string>();
  readonly #chosen = new Set<string>();
  readonly #rejected = new Set<string>();

  /** Memories come newest first; within one the last word counts. */
  add(memory: Memory, statements: readonly Statement[]): void {
    const about = aboutOf(memory);
    const isFull = { preference: this.#isFull('preference'), fact: this.#isFull('fact') };
    for (const [position, statement] of [...statements.entries()].reverse()) {
      const claim = toClaim(statement, statements.length === 1);
      if (this.#isSuperseded(about, claim)) continue;
      this.#decide(about, claim);
      this.#keep(memory, statement, claim, { position, isFull: isFull[statement.kind] });
    }
  }

  entries(kind: Statement['kind']): Entry[] {
    return [...this.#kept.values()]
      .filter((kept) => kept.kind === kind)
      .sort((a, b) => b.statedAt - a.statedAt || (a.id === b.id ? a.position - b.position : a.id < b.id ? 1 : -1))
      .slice(0, maxEntries)
      .map(({ text, memoryIds, statedAt }) => ({ text, memoryIds, statedAt }));
  }

  #isFull(kind: Statement['kind']): boolean {
    return this.#counts[kind] >= maxEntries;
  }

  #isSuperseded(about: string, { words, isDenial, attributes, choice, rejects }: Claim): boolean {
    return (
      (this.#isDenied.get(`${about} ${words}`) ?? isDenial) !== isDenial ||
      (choice !== null && this.#rejected.has(`${about} ${choice}`)) ||
      rejects.some((rejected) => this.#chosen.has(`${about} ${rejected}`)) ||
      attributes.some(({ key, value }) => (this.#values.get(`${about} ${key}`) ?? value) !== value)
    );
  }

  #decide(about: string, { words, isDenial, attributes, choice, rejects }: Claim): void {
    if (words !== '') this.#isDenied.set(`${about} ${words}`, isDenial);
    for (const { key, value, decides } of attributes) if (decides) this.#values.set(`${about} ${key}`, value);
    if (choice !== null) this.#chosen.add(`${about} ${choice}`);
    for (const rejected of rejects) this.#rejected.add(`${about} ${rejected}`);
  }

  #keep(
    memory: Memory,
    { text, kind }: Statement,
    { words, isDenial }: Claim,
    { position, isFull }: { position: number; isFull: boolean },
  ): void {
    // Of what consists of signs and articles alone only the same text is a repetition.
    const key = words === '' ? text : `${isDenial} ${words}`;
    const known = this.#kept.get(key);
    if (known) {
      const isNew = known.memoryIds.at(-1) !== memory.id;
      if (isNew && known.memoryIds.length < maxIds) known.memoryIds.push(memory.id);
    } else if (!isFull) {
      this.#kept.set(key, { text, kind, memoryIds: [memory.id], statedAt: statedAt(memory), id: memory.id, position });
      this.#counts[kind]++;
    }
  }
}

/** What is said of one user or project is not contradicted by what is said of another. */
function aboutOf({ userId, metadata }: Memory): string {
  return JSON.stringify([userId, toProjects(metadata).sort()]);
}

import { pausesEvery } from '../../lib/yielding.ts';
import { effectiveUserOf, type Memory } from '../../ports/memory.ts';
import { toProjects } from '../text/memory-index.ts';
import { toClaim } from './to-claim.ts';
import { type Statement, toStatements } from './to-statements.ts';

export interface Entry {
  text: string;
  memoryIds: string[];
  /** The time of the newest memory that states it, in milliseconds since the epoch. */
  statedAt: number;
}

const maxEntries = 100;
export const maxIds = 20;
/** The length of text that is analysed without a pause, in UTF-16 units. */
const sliceLength = 2_000;
/** The costs of a memory and of a statement in addition to their length. */
const memoryCost = 100;
const statementCost = 50;

/**
 * Selects the statements of the memories, newest first. Repetitions become one entry, and the newest of contradictory
 * statements stays.
 * @param memories newest first (see `statedAt`)
 */
export function* selectStatements(
  memories: readonly Memory[],
): Generator<void, { preferences: Entry[]; facts: Entry[] }> {
  const selection = new Selection();
  let cost = 0;
  const isPauseDue = pausesEvery(sliceLength);
  for (const memory of memories) {
    cost += memoryCost + Math.min(memory.text.length, sliceLength);
    if (isPauseDue(cost)) yield;
    yield* selection.add(memory, yield* toStatements(memory));
  }
  return { preferences: selection.entries('preference'), facts: selection.entries('fact') };
}

interface Kept extends Entry {
  kind: Statement['kind'];
  position: number;
}

class Selection {
  /** The key is the content without its author, because repeating a line does not help the reader. */
  readonly #kept = new Map<string, Kept>();
  readonly #counts = { preference: 0, fact: 0 };
  /** The values that the newest statements assert. */
  readonly #values = new Map<string, string>();

  /** Adds the statements of the next older memory. Within a memory, the last statement is the newest. */
  *add(memory: Memory, statements: readonly Statement[]): Generator<void, void> {
    // A statement about one user or project does not contradict a statement about another.
    const about = JSON.stringify([effectiveUserOf(memory), toProjects(memory.metadata).sort()]);
    const isFull = { preference: this.#counts.preference >= maxEntries, fact: this.#counts.fact >= maxEntries };
    let cost = 0;
    const isPauseDue = pausesEvery(sliceLength);
    for (const [position, { text, kind, ...statement }] of [...statements.entries()].reverse()) {
      cost += statementCost + statement.body.length;
      if (isPauseDue(cost)) yield;
      const claim = toClaim(statement, statements.length === 1);
      const assertions = claim.assertions.map((assertion) => ({ ...assertion, key: `${about} ${assertion.key}` }));
      if (assertions.some(({ key, value }) => (this.#values.get(key) ?? value) !== value)) continue;
      for (const { key, value, decides } of assertions) {
        // No statement agrees with one that contradicts itself.
        if (decides) this.#values.set(key, (this.#values.get(key) ?? value) === value ? value : 'contradictory');
      }
      const known = this.#kept.get(claim.key ?? text);
      if (known) {
        const isNew = known.memoryIds.at(-1) !== memory.id;
        if (isNew && known.memoryIds.length < maxIds) known.memoryIds.push(memory.id);
      } else if (!isFull[kind]) {
        const kept = { text, kind, memoryIds: [memory.id], statedAt: statedAt(memory), position };
        this.#kept.set(claim.key ?? text, kept);
        this.#counts[kind]++;
      }
    }
  }

  entries(kind: Statement['kind']): Entry[] {
    const idOf = ({ memoryIds }: Kept) => memoryIds[0] ?? '';
    return [...this.#kept.values()]
      .filter((kept) => kept.kind === kind)
      .sort((a, b) => {
        if (idOf(a) === idOf(b)) return a.position - b.position;
        return b.statedAt - a.statedAt || (idOf(a) < idOf(b) ? 1 : -1);
      })
      .slice(0, maxEntries)
      .map(({ text, memoryIds, statedAt }) => ({ text, memoryIds, statedAt }));
  }
}

/**
 * Returns the time of a memory's current text, in milliseconds since the epoch. It is the time of the event, or of a
 * later change of the text. A change of the metadata does not count.
 */
export function statedAt({ occurredAt, textChangedAt }: Memory): number {
  return Math.max(occurredAt, textChangedAt ?? occurredAt);
}

/** Orders memories newest first, and those of the same time by their ids. No two memories are equal. */
export function newestFirst(a: Memory, b: Memory): number {
  return statedAt(b) - statedAt(a) || (a.id < b.id ? 1 : -1);
}

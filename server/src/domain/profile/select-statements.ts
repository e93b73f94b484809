import { pausesEvery, sliceLength } from '../../lib/yielding.ts';
import { effectiveUserOf, type Memory } from '../../ports/memory.ts';
import { toProjects } from '../text/memory-index.ts';
import { type Assertion, toClaim } from './to-claim.ts';
import { type Statement, toStatements } from './to-statements.ts';

export interface Entry {
  text: string;
  memoryIds: string[];
  /** The time of the newest memory that states it, in milliseconds since the epoch. */
  statedAt: number;
}

const maxEntries = 100;
export const maxIds = 20;
/** The costs of a memory and of a statement in addition to their length. */
const memoryCost = 100;
const statementCost = 50;

/** Selects statements, the newest of repetitions and contradictions. @param memories newest first */
export function* selectStatements(memories: readonly Memory[]) {
  /** The key is the content without its author, because repeating a line does not help the reader. */
  const kept = new Map<string, Kept>();
  const counts = { preference: 0, fact: 0 };
  /** The values that the newest statements assert. */
  const values = new Map<string, string>();
  let cost = 0;
  const isPauseDue = pausesEvery();
  for (const memory of memories) {
    cost += memoryCost + Math.min(memory.text.length, sliceLength);
    if (isPauseDue(cost)) yield;
    const statements = yield* toStatements(memory);
    // A statement about one user or project does not contradict a statement about another.
    const about = JSON.stringify([effectiveUserOf(memory), toProjects(memory.metadata).sort()]);
    const isFull = { preference: counts.preference >= maxEntries, fact: counts.fact >= maxEntries };
    // Within a memory, the last statement is the newest.
    for (const [position, { text, kind, ...statement }] of [...statements.entries()].reverse()) {
      cost += statementCost + statement.body.length;
      if (isPauseDue(cost)) yield;
      const claim = toClaim(statement, statements.length === 1);
      if (!assertAll(claim.assertions, about, values)) continue;
      const key = claim.key ?? text;
      const known = kept.get(key);
      if (known) {
        const isNew = known.memoryIds.at(-1) !== memory.id;
        if (isNew && known.memoryIds.length < maxIds) known.memoryIds.push(memory.id);
      } else if (!isFull[kind]) {
        kept.set(key, { text, kind, memoryIds: [memory.id], statedAt: statedAt(memory), position });
        counts[kind]++;
      }
    }
  }
  const all = [...kept.values()].sort(inOrder);
  return { preferences: entriesOf(all, 'preference'), facts: entriesOf(all, 'fact') };
}

/** Adds assertions to the values, unless they contradict these. @returns whether they were added */
function assertAll(assertions: readonly Assertion[], about: string, values: Map<string, string>): boolean {
  const keyed = assertions.map(({ key, ...assertion }) => ({ ...assertion, key: `${about} ${key}` }));
  if (keyed.some(({ key, value }) => (values.get(key) ?? value) !== value)) return false;
  for (const { key, value, decides } of keyed) {
    // No statement agrees with one that contradicts itself.
    if (decides) values.set(key, (values.get(key) ?? value) === value ? value : 'contradictory');
  }
  return true;
}

type Kept = Entry & Pick<Statement, 'kind'> & { position: number };

function inOrder(a: Kept, b: Kept): number {
  const [aId = '', bId = ''] = [a.memoryIds[0], b.memoryIds[0]];
  return aId === bId ? a.position - b.position : b.statedAt - a.statedAt || (aId < bId ? 1 : -1);
}

function entriesOf(all: readonly Kept[], kind: Statement['kind']): Entry[] {
  const entries = all.filter((kept) => kept.kind === kind).slice(0, maxEntries);
  return entries.map(({ text, memoryIds, statedAt }) => ({ text, memoryIds, statedAt }));
}

/** Returns the time of the event, or of a later change of the text. A change of the metadata does not count. */
export function statedAt({ occurredAt, textChangedAt }: Memory): number {
  return Math.max(occurredAt, textChangedAt ?? occurredAt);
}

/** Orders memories newest first, and those of the same time by their ids. No two memories are equal. */
export function newestFirst(a: Memory, b: Memory): number {
  return statedAt(b) - statedAt(a) || (a.id < b.id ? 1 : -1);
}

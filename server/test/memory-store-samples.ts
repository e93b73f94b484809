import type { IdempotencyRecord } from '../src/domain/usage/kinds.ts';
import type { Candidates } from '../src/ports/candidate-index.ts';
import type { Memory, MemoryIndex } from '../src/ports/memory.ts';
import { makeIndex, makeTextIndex } from './make-index.ts';
import { makePendingMemory } from './make-memory.ts';

/** These samples are what tests of a memory store write. */

export const ana = 'acct_ana';
export const bo = 'acct_bo';
export const noon = Date.UTC(2026, 10, 21, 12);
export const embedderId = 'test-embedder@1';
let sequence = 0;

/** Returns an id that sorts after earlier ones, as the ids of the product do. */
function nextId(): string {
  return `mem_${String(++sequence).padStart(26, '0')}`;
}

export function memory(changes: Partial<Memory> = {}): Memory {
  return makePendingMemory('The invoices go out on Fridays', noon, {
    id: nextId(),
    accountId: ana,
    userId: ana,
    ...changes,
  });
}

export function words(text: string, filterKeys: string[] = [], speaker: string | null = null): MemoryIndex {
  return makeIndex(text.split(' '), { filterKeys, speaker });
}

/** Returns a new text for a change. */
export function newText(speaker: string | null = null, word = 'new') {
  return { ...makeTextIndex([word], { speaker }), text: 'new' };
}

export function record(key: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return { key, fingerprint: 'print', body: '{"a":1}', subjectId: null, expiresAt: noon + 1_000, ...changes };
}

/** Returns a unit vector that points along one axis, with a little of the next. */
export function vector(axis: number, other = 0): Float32Array {
  const values = new Float32Array(8);
  values[axis] = Math.cos(other);
  values[(axis + 1) % 8] = Math.sin(other);
  return values;
}

export const failure = { code: 'embedder_unavailable', message: 'down' };

export const ids = ({ candidates }: Candidates) => candidates.map(({ id }) => id).sort();
export const idsOf = (memories: readonly { id: string }[]) => memories.map(({ id }) => id);

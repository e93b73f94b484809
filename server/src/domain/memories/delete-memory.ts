import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { NewDeletion } from '../../ports/memory-deletions.ts';
import type { Actor, MemoryStore, VersionGuard } from '../../ports/memory-store.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { findReplay, missingMemory, type Preparation } from './commit-write.ts';
import { type ExpectedVersions, requireVersion } from './expected-version.ts';

export interface DeletedMemory {
  id: string;
  /** Identifies the receipt. */
  deletionId: string;
  deletedAt: number;
}

interface DeletionTarget {
  accountId: string;
  id: string;
  actor: Actor;
  /** The user whose scope must contain the memory. @default any user */
  userId?: string;
  /** The accepted versions of the memory. @default any */
  expected?: ExpectedVersions;
}

/** Prepares the deletion of a memory. */
export async function prepareDeletion(
  { store, clock, identifiers }: { store: MemoryStore; clock: Clock; identifiers: Pick<Identifiers, 'deletion'> },
  { accountId, id, actor, userId, expected }: DeletionTarget,
  idempotency?: Idempotency,
): Promise<Preparation<DeletedMemory>> {
  const now = clock.now();
  const replayed = await findReplay(store, accountId, idempotency, now);
  if (replayed) return replayed;
  const deletion: NewDeletion = {
    ...{ id: identifiers.deletion(), accountId, kind: 'memory', parameters: { memory_id: id } },
    ...{ codes: {}, secret: null, actor, startedAt: now },
  };
  return prepareRound();

  async function prepareRound(): Promise<Preparation<DeletedMemory>> {
    return {
      kind: 'prepared',
      value: { id, deletionId: deletion.id, deletedAt: now },
      commit: { accountId, guards: await guardsOf(), changes: [{ kind: 'remove', id, userId }], deletion },
      now,
      idempotency,
      committed: () => {},
      again: prepareRound,
    };
  }

  /** A deletion of any version needs no read. */
  async function guardsOf(): Promise<VersionGuard[]> {
    if (expected === undefined) return [];
    const memory = await store.get(accountId, id);
    if (!memory) throw missingMemory();
    requireVersion(memory, expected);
    return [{ id, version: memory.version, allowsArchived: true }];
  }
}

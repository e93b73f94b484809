import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Actor } from '../../ports/memory-store.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import type { VersionGuard } from './changes.ts';
import { commitWrite, type ExpectedVersions, findReplay, missingMemory, requireVersion } from './commit-write.ts';
import { type NewDeletion, noCodes } from './deletion-kinds.ts';
import type { MemoryStore } from './memory-store.ts';

export interface DeletedMemory {
  id: string;
  deletionId: string;
  deletedAt: number;
}

interface DeletionTarget {
  accountId: string;
  id: string;
  actor: Actor;
  userId?: string;
  /** The accepted versions of the memory. @default any */
  expected?: ExpectedVersions;
}

export async function deleteMemory<Response>(
  { store, clock, identifiers }: { store: MemoryStore; clock: Clock; identifiers: Pick<Identifiers, 'deletion'> },
  { accountId, id, actor, userId, expected }: DeletionTarget,
  responder: Responder<DeletedMemory, Response>,
): Promise<Responded<DeletedMemory, Response>> {
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  const now = clock.now();
  const deletion: NewDeletion = {
    ...{ id: identifiers.deletion(), accountId, kind: 'memory', parameters: { memory_id: id } },
    ...{ ...noCodes, actor, startedAt: now },
  };
  const value = { id, deletionId: deletion.id, deletedAt: now };
  return commitWrite(store, accountId, responder, async () => {
    return { value, now, guards: await guardsOf(), changes: [{ kind: 'remove', id, userId }], deletion };
  });

  /** A deletion of any version needs no read. */
  async function guardsOf(): Promise<VersionGuard[]> {
    if (expected === undefined) return [];
    const memory = await store.get(accountId, id);
    if (!memory) throw missingMemory();
    requireVersion(memory, expected);
    return [{ id, version: memory.version, allowsArchived: true }];
  }
}

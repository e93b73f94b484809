import type { ScopeDeletionResult } from '../domain/memories/delete-scope.ts';
import type { StoredDeletion } from '../domain/memories/deletion-kinds.ts';
import type { components } from '../generated/contract.d.ts';
import { presentActor, toDateTime, toOptionalDateTime } from './present-memory.ts';

export function presentDeletion(deletion: StoredDeletion): components['schemas']['Deletion'] {
  const { memories, versions, vectors, wordEntries, storedResponses } = deletion.removed;
  return {
    id: deletion.id,
    kind: deletion.kind,
    status: deletion.state === 'done' ? 'done' : 'running',
    parameters: deletion.parameters,
    actor: deletion.actor && presentActor(deletion.actor),
    matched: deletion.matched,
    removed: { memories, versions, vectors, word_entries: wordEntries, stored_responses: storedResponses },
    started_at: toDateTime(deletion.startedAt),
    finished_at: toOptionalDateTime(deletion.finishedAt),
    verified_at: toOptionalDateTime(deletion.verifiedAt),
  };
}

/** Returns the body of a response to a deletion by scope. */
export function presentScopeDeletion({
  matched,
  begun,
}: Pick<ScopeDeletionResult, 'matched' | 'begun'>): components['schemas']['DeletedMemories'] {
  return begun ? { matched, deleted: matched, deletion_id: begun.id, status: begun.status } : { matched, deleted: 0 };
}

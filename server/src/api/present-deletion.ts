import type { BegunDeletion, ScopeDeletionResult } from '../domain/memories/delete-scope.ts';
import type { components } from '../generated/contract.d.ts';
import type { Deletion } from '../ports/memory-deletions.ts';
import type { StoredResponse } from '../ports/memory-store.ts';
import { presentActor, toDateTime, toOptionalDateTime } from './present-memory.ts';

export function presentDeletion(deletion: Deletion): components['schemas']['Deletion'] {
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

function presentBegun({ id, matched, status }: BegunDeletion) {
  return { matched, deleted: matched, deletion_id: id, status };
}

/** Renders the response that is kept for repetitions of a deletion by scope. */
export function toStoredDeletion(begun: BegunDeletion): Omit<StoredResponse, 'fingerprint'> {
  const status = begun.status === 'done' ? 200 : 202;
  return { status, location: null, etag: null, body: JSON.stringify(presentBegun(begun)), subjectId: null };
}

/** Returns the body of a response to a deletion by scope. */
export function presentScopeDeletion(result: ScopeDeletionResult): components['schemas']['DeletedMemories'] {
  if (result.kind === 'counted') return { matched: result.matched, deleted: 0 };
  return result.kind === 'begun' ? presentBegun(result.begun) : JSON.parse(result.response.body);
}

import type { MemoryMap } from '../domain/map/maps.ts';
import type { Redacted } from '../domain/memories/content-policy.ts';
import type { WrittenMemory } from '../domain/memories/create-memory.ts';
import type { ScopeDeletionResult } from '../domain/memories/delete-scope.ts';
import type { StoredDeletion } from '../domain/memories/deletion-kinds.ts';
import { compactionDueFor } from '../domain/memories/deletion-receipts.ts';
import { findWarnings, type Warning } from '../domain/memories/list-memories.ts';
import type { ShownVersion } from '../domain/memories/memory-versions.ts';
import type { Profile } from '../domain/profile/get-profile.ts';
import type { Entry } from '../domain/profile/select-statements.ts';
import type { Expected, Explanation } from '../domain/search/explain-search.ts';
import type { SearchHit } from '../domain/search/search-memories.ts';
import type { Memory } from '../ports/memory.ts';
import type { Schemas } from './operation-types.ts';
import { presentFields, toDateTime, toOptionalDateTime } from './present-fields.ts';

/** An allow-list. Other fields never leave the server. */
export function presentMemory(memory: MaybeRedacted): Schemas['Memory'] {
  return {
    id: memory.id,
    memory: memory.text,
    ...(memory.messages ? { messages: memory.messages } : {}),
    ...presentScope(memory),
    // Named one by one, because lists and exports have many memories.
    metadata: memory.metadata,
    status: memory.status,
    outcome: memory.outcome,
    failure: memory.failure,
    entities: memory.entities,
    version: memory.version,
    occurred_at: toDateTime(memory.occurredAt),
    created_at: toDateTime(memory.createdAt),
    updated_at: toDateTime(memory.updatedAt),
    expires_at: toOptionalDateTime(memory.expiresAt),
    attempts: memory.attempts,
    next_attempt_at: toOptionalDateTime(memory.nextAttemptAt),
    ...presentExtraction(memory),
    ...presentRedactions(memory),
  };
}

function presentExtraction({ outcome, extraction, sourceMemoryId }: Memory) {
  return {
    ...(outcome === 'duplicate' && extraction?.duplicateOf ? { duplicate_of: extraction.duplicateOf } : {}),
    ...(outcome === 'extracted' && extraction ? { extracted_ids: extraction.extractedIds } : {}),
    ...(sourceMemoryId === null ? {} : { source_memory_id: sourceMemoryId }),
    ...(extraction?.originalText ? { original_text: extraction.originalText } : {}),
  };
}

export function presentScope({ userId, endUserId, agentId, runId }: Memory) {
  return { user_id: userId, end_user_id: endUserId, agent_id: agentId, run_id: runId };
}

/** @param path the path of the memory in the body of the request */
export function presentAccepted(
  memory: MaybeRedacted & Pick<WrittenMemory, 'skippedMessages'>,
  path = '',
): Schemas['WriteAccepted'] {
  return {
    id: memory.id,
    memory_id: memory.id,
    status: memory.status,
    metadata: memory.metadata,
    created_at: toDateTime(memory.createdAt),
    ...presentRedactions(memory, path),
    ...presentSkipped(memory.skippedMessages),
  };
}

function presentSkipped(count = 0): Pick<Schemas['WriteAccepted'], 'warnings'> {
  if (count === 0) return {};
  const what = count === 1 ? '1 message without text was' : `${count} messages without text were`;
  return { warnings: [{ code: 'messages_skipped', message: `${what} left out.`, count }] };
}

export function presentVersion(shown: ShownVersion): Schemas['MemoryVersion'] {
  const { version, text, messages, metadata, changedAt, changedBy } = shown;
  const content = { version, text, ...(messages ? { messages } : {}), metadata };
  return { ...content, changed_at: toDateTime(changedAt), changed_by: presentActor(changedBy) };
}

export function presentActor<Kind>({ kind, keyPrefix }: { kind: Kind; keyPrefix: string | null }) {
  return { kind, ...(keyPrefix === null ? {} : { key_prefix: keyPrefix }) };
}

/** A memory that may have redactions. Only the response to the write itself lists them. */
type MaybeRedacted = Memory & Partial<Redacted<object>>;

function presentRedactions({ redacted = [] }: MaybeRedacted, prefix = ''): Pick<Schemas['Memory'], 'redacted'> {
  if (redacted.length === 0) return {};
  return { redacted: redacted.map(({ path, kind }) => ({ path: `/body${prefix}${path}`, kind })) };
}

export function presentHit({ memory, score, explanation }: SearchHit): Schemas['SearchResult'] {
  return {
    id: memory.id,
    memory: memory.text,
    score,
    ...presentScope(memory),
    metadata: memory.metadata,
    occurred_at: toDateTime(memory.occurredAt),
    created_at: toDateTime(memory.createdAt),
    expires_at: toOptionalDateTime(memory.expiresAt),
    ...(explanation ? { explain: presentExplanation(explanation) } : {}),
  };
}

export function presentExpected(expected: Expected): Schemas['ExpectedMemory'] {
  const { explanation } = expected;
  return {
    ...presentFields(expected, 'memoryId', 'reason', 'detail', 'conditions', 'embedded', 'rank', 'score'),
    ...(explanation ? { explain: presentExplanation(explanation) } : {}),
  };
}

function presentExplanation({ boostedBy, ...found }: Explanation): Schemas['Explanation'] {
  return { ...presentFields(found, 'signals', 'matchedWords', 'matchedEntities'), lifted_by: boostedBy };
}

/** Presents the warnings about a result, as {@link findWarnings} finds them. */
export async function warningsAbout(...query: Parameters<typeof findWarnings>) {
  return presentWarnings(await findWarnings(...query));
}

export function presentWarnings(warnings: Warning[]): { warnings?: Warning[] } {
  return warnings.length === 0 ? {} : { warnings };
}

export function presentProfile(profile: Profile): Schemas['Profile'] {
  return {
    summary: profile.summary,
    preferences: profile.preferences.map(presentEntry),
    facts: profile.facts.map(presentEntry),
    projects: profile.projects.map((project) => presentFields(project, 'name', 'count', 'memoryIds')),
    entities: profile.entities.map((entity) => presentFields(entity, 'name', 'kind', 'count', 'memoryIds')),
    recent: profile.recent.map(presentEntry),
    memory_count: profile.memoryCount,
  };
}

function presentEntry({ text, memoryIds, statedAt }: Entry) {
  return { text, memory_ids: memoryIds, updated_at: toDateTime(statedAt) };
}

export function presentMap({ status, total, points, computedAt }: MemoryMap): Schemas['MemoryMap'] {
  return {
    status,
    total,
    points: points.map(({ memoryId, userId, agentId, memoryType, occurredAt, ...point }) => ({
      ...{ memory_id: memoryId, ...point },
      ...{ user_id: userId, agent_id: agentId, memory_type: memoryType },
      occurred_at: toDateTime(occurredAt),
    })),
    computed_at: toOptionalDateTime(computedAt),
  };
}

/** @param compactionDue the time of the first erasure since the last compaction; null without one */
export function presentDeletion(deletion: StoredDeletion, compactionDue: number | null): Schemas['Deletion'] {
  return {
    ...presentFields(deletion, 'id', 'kind'),
    status: deletion.state === 'done' ? 'done' : 'running',
    parameters: deletion.parameters,
    actor: deletion.actor && presentActor(deletion.actor),
    matched: deletion.matched,
    removed: presentFields(deletion.removed, 'memories', 'versions', 'vectors', 'wordEntries', 'storedResponses'),
    ...presentFields(deletion, 'startedAt', 'finishedAt', 'verifiedAt'),
    compaction_due_since: toOptionalDateTime(compactionDueFor(deletion, compactionDue)),
  };
}

/** @param about what may be unknown, if nothing matches */
export function presentScopeDeletion(
  { matched, begun }: ScopeDeletionResult,
  about: Warning[],
): Schemas['DeletedMemories'] {
  const warnings = presentWarnings(about);
  if (begun) return { matched, deleted: matched, deletion_id: begun.id, status: begun.status, ...warnings };
  const next = matched > 0 ? `Repeat it with confirm=${matched} to delete.` : 'Nothing matches.';
  const message = `Nothing was deleted, because the request only counts. ${next}`;
  return { matched, deleted: 0, warnings: [{ code: 'not_confirmed', message }, ...about] };
}

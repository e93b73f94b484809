import type { MemoryMap } from '../domain/map/maps.ts';
import type { Redacted } from '../domain/memories/content-policy.ts';
import type { Warning } from '../domain/memories/list-memories.ts';
import type { FacetCount } from '../domain/memories/memory-queries.ts';
import type { ShownVersion } from '../domain/memories/memory-versions.ts';
import type { Profile } from '../domain/profile/get-profile.ts';
import type { Entry } from '../domain/profile/select-statements.ts';
import type { Expected, Explanation } from '../domain/search/explain-search.ts';
import type { SearchHit } from '../domain/search/search-memories.ts';
import type { components } from '../generated/contract.d.ts';
import type { Actor, Memory } from '../ports/memory.ts';

/** An allow-list. Other fields never leave the server. */
export function presentMemory(memory: MaybeRedacted): components['schemas']['Memory'] {
  return {
    id: memory.id,
    memory: memory.text,
    ...(memory.messages ? { messages: memory.messages } : {}),
    ...presentScope(memory),
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

type ExtractionFields = 'duplicate_of' | 'extracted_ids' | 'source_memory_id' | 'original_text';

function presentExtraction(memory: Memory): Pick<components['schemas']['Memory'], ExtractionFields> {
  const { outcome, extraction, sourceMemoryId } = memory;
  return {
    ...(outcome === 'duplicate' && extraction?.duplicateOf ? { duplicate_of: extraction.duplicateOf } : {}),
    ...(outcome === 'extracted' && extraction ? { extracted_ids: extraction.extractedIds } : {}),
    ...(sourceMemoryId === null ? {} : { source_memory_id: sourceMemoryId }),
    ...(extraction?.originalText ? { original_text: extraction.originalText } : {}),
  };
}

/** Renders the users, agent and run of a memory. */
export function presentScope({ userId, endUserId, agentId, runId }: Memory) {
  return { user_id: userId, end_user_id: endUserId, agent_id: agentId, run_id: runId };
}

/** @param path the path of the memory in the body of the request */
export function presentAccepted(memory: MaybeRedacted, path = ''): components['schemas']['WriteAccepted'] {
  return {
    id: memory.id,
    memory_id: memory.id,
    status: memory.status,
    metadata: memory.metadata,
    created_at: toDateTime(memory.createdAt),
    ...presentRedactions(memory, path),
  };
}

export function presentVersion(version: ShownVersion): components['schemas']['MemoryVersion'] {
  return {
    version: version.version,
    text: version.text,
    ...(version.messages ? { messages: version.messages } : {}),
    metadata: version.metadata,
    changed_at: toDateTime(version.changedAt),
    changed_by: presentActor(version.changedBy),
  };
}

export function presentActor({ kind, keyPrefix }: Actor): components['schemas']['Actor'] {
  return { kind, ...(keyPrefix === null ? {} : { key_prefix: keyPrefix }) };
}

/** A memory that may have redactions. Only the response to the write itself lists them. */
type MaybeRedacted = Memory & Partial<Redacted<object>>;

function presentRedactions(
  { redacted = [] }: MaybeRedacted,
  prefix = '',
): Pick<components['schemas']['Memory'], 'redacted'> {
  if (redacted.length === 0) return {};
  return { redacted: redacted.map(({ path, kind }) => ({ path: `/body${prefix}${path}`, kind })) };
}

export function presentHit({ memory, score, explanation }: SearchHit): components['schemas']['SearchResult'] {
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

export function presentExpected(expected: Expected): components['schemas']['ExpectedMemory'] {
  const { memoryId, reason, detail, conditions, embedded, rank, score, explanation } = expected;
  return {
    memory_id: memoryId,
    reason,
    detail,
    conditions,
    embedded,
    rank,
    score,
    ...(explanation ? { explain: presentExplanation(explanation) } : {}),
  };
}

function presentExplanation(explanation: Explanation): components['schemas']['Explanation'] {
  const { signals, matchedWords, matchedEntities, boostedBy } = explanation;
  return { signals, matched_words: matchedWords, matched_entities: matchedEntities, lifted_by: boostedBy };
}

export function presentWarnings(warnings: Warning[]): { warnings?: Warning[] } {
  return warnings.length === 0 ? {} : { warnings };
}

export function presentProfile(profile: Profile): components['schemas']['Profile'] {
  return {
    summary: profile.summary,
    preferences: profile.preferences.map(presentEntry),
    facts: profile.facts.map(presentEntry),
    projects: profile.projects.map(presentCount),
    entities: profile.entities.map(({ name, kind, count, memoryIds }) => ({
      name,
      kind,
      count,
      memory_ids: memoryIds,
    })),
    recent: profile.recent.map(presentEntry),
    memory_count: profile.memoryCount,
  };
}

function presentEntry({ text, memoryIds, statedAt }: Entry) {
  return { text, memory_ids: memoryIds, updated_at: toDateTime(statedAt) };
}

function presentCount({ name, count, memoryIds }: FacetCount) {
  return { name, count, memory_ids: memoryIds };
}

export function presentMap({ status, total, points, computedAt }: MemoryMap): components['schemas']['MemoryMap'] {
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

let latest = { milliseconds: 0, text: new Date(0).toISOString() };

/** Renders a time. Most memories were written, updated and happened at the same time, so the last text is cached. */
export function toDateTime(milliseconds: number): string {
  if (latest.milliseconds !== milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  return latest.text;
}

export function toOptionalDateTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toDateTime(milliseconds);
}

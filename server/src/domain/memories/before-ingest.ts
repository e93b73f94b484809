import type { Memory, Metadata } from '../../ports/memory-store.ts';

/** The state of a text before its ingest: of a new memory, and of one that gets another text. */
export function beforeIngest(now: number) {
  return {
    status: 'pending',
    outcome: null,
    failure: null,
    infer: false,
    isArchived: false,
    extraction: null,
    sourceMemoryId: null,
    entities: [],
    attempts: 0,
    nextAttemptAt: now,
  } satisfies Partial<Memory>;
}

/** @param occurredAt null: the memory happened when it was written */
export function toNewMemory(
  fields: Pick<Memory, 'id' | 'accountId' | 'text' | 'messages' | 'userId' | 'agentId' | 'runId' | 'metadata'>,
  { now, occurredAt }: { now: number; occurredAt: number | null },
): Memory {
  return {
    ...fields,
    ...beforeIngest(now),
    version: 1,
    occurredAt: occurredAt ?? now,
    createdAt: now,
    updatedAt: now,
    textChangedAt: null,
  };
}

/** Why a text was stored as it is although extraction was requested. */
export type FallbackReason = 'no_llm_configured' | 'llm_failed';

export function withFallbackReason(metadata: Metadata, reason: FallbackReason): Metadata {
  return { ...metadata, infer_fallback_reason: reason };
}

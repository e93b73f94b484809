import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, Message, Metadata } from '../../ports/memory-store.ts';
import { toMemoryIndex } from '../text/memory-index.ts';
import type { AccountQuota } from '../usage/quota.ts';
import type { Idempotency, PreparedWrite } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted, rejectSecretIds } from './content-policy.ts';
import { checkMetadata, checkWords } from './memory-input.ts';

export interface NewMemory {
  accountId: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata: Metadata;
  /** Requests extraction by a language model; without one the raw text is kept, and the metadata give the reason. */
  infer: boolean;
  /** Milliseconds since the epoch; null: the time of the write. */
  occurredAt: number | null;
  quota: AccountQuota;
}

interface CreationServices {
  queue: IngestQueue;
  clock: Clock;
  identifiers: Identifiers;
  contentPolicy: ContentPolicy;
  /** Whether a language model is configured. */
  extracts: boolean;
}

/** Prepares a new memory. Once committed it is durable and found by its words; after ingest also by its meaning. */
export async function prepareMemory(
  { queue, clock, identifiers, contentPolicy, extracts }: CreationServices,
  input: NewMemory,
  idempotency?: Idempotency,
): Promise<PreparedWrite<Redacted<Memory>>> {
  const asGiven = checkWords(input);
  checkMetadata(input.metadata);
  const { accountId, userId, agentId, runId, occurredAt } = input;
  rejectSecretIds({ user_id: userId === accountId ? null : userId, agent_id: agentId, run_id: runId });
  const { content, redacted } = await applyContentPolicy(accountId, contentPolicy, {
    text: input.text,
    messages: input.messages,
    metadata: input.metadata,
  });
  // Checked again, because a placeholder may be longer than the secret.
  const { text, messages } = redacted.length > 0 ? checkWords(content) : asGiven;
  const metadata = checkMetadata(
    input.infer && !extracts ? withFallbackReason(content.metadata, 'no_llm_configured') : content.metadata,
  );
  const index = await toMemoryIndex({ accountId, text, messages, userId, agentId, runId, metadata }, occurredAt);
  const now = clock.now();
  const fields = { id: identifiers.memory(), accountId, text, messages, userId, agentId, runId, metadata };
  const memory: Memory = { ...toNewMemory(fields, { now, occurredAt }), infer: input.infer && extracts };
  const prepared: PreparedWrite<Redacted<Memory>> = {
    kind: 'prepared',
    value: { ...memory, redacted },
    commit: { accountId, changes: [{ kind: 'insert', memory, index }] },
    now,
    quota: input.quota,
    idempotency,
    committed: () => queue.announce(memory.id),
    again: async () => prepared,
  };
  return prepared;
}

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

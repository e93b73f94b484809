import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, Message, Metadata } from '../../ports/memory-store.ts';
import { toMemoryIndex } from '../text/memory-index.ts';
import type { Quota } from '../usage/quota.ts';
import { beforeIngest } from './before-ingest.ts';
import type { PreparedWrite } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted, rejectSecretIds } from './content-policy.ts';
import { withFallbackReason } from './fallback-reason.ts';
import type { Idempotency } from './idempotency.ts';
import { checkMetadata, checkWords } from './memory-input.ts';

export interface NewMemory {
  ownerId: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata: Metadata;
  /** Asks for extraction by a language model; without one the raw text is kept and the metadata says so. */
  infer: boolean;
  /** Milliseconds since the epoch; null: when it is written. */
  occurredAt: number | null;
  quota: Quota;
}

/** Prepares a new memory: it is durable and found by its words once committed, and found by its meaning after ingest. */
export async function prepareMemory(
  {
    queue,
    clock,
    identifiers,
    contentPolicy,
    extracts,
  }: {
    queue: IngestQueue;
    clock: Clock;
    identifiers: Identifiers;
    contentPolicy: ContentPolicy;
    /** Whether a language model is configured. */
    extracts: boolean;
  },
  input: NewMemory,
  idempotency?: Idempotency,
): Promise<PreparedWrite<Redacted<Memory>>> {
  const asGiven = checkWords(input);
  checkMetadata(input.metadata);
  const { ownerId, userId, agentId: agent_id, runId: run_id } = input;
  rejectSecretIds({ user_id: userId === ownerId ? null : userId, agent_id, run_id });
  const { content, redacted } = await applyContentPolicy(contentPolicy, {
    text: input.text,
    messages: input.messages,
    metadata: input.metadata,
  });
  // Again, because a placeholder may be longer than what it stands for.
  const { text, messages } = redacted.length > 0 ? checkWords(content) : asGiven;
  const metadata = checkMetadata(
    input.infer && !extracts ? withFallbackReason(content.metadata, 'no_llm_configured') : content.metadata,
  );
  const index = await toMemoryIndex(
    { text, messages, userId, agentId: input.agentId, runId: input.runId, metadata },
    input.occurredAt,
  );
  const now = clock.now();
  const memory: Redacted<Memory> = {
    id: identifiers.memory(),
    ownerId,
    text,
    messages,
    userId,
    agentId: input.agentId,
    runId: input.runId,
    metadata,
    ...beforeIngest(now),
    infer: input.infer && extracts,
    version: 1,
    occurredAt: input.occurredAt ?? now,
    createdAt: now,
    updatedAt: now,
    textChangedAt: null,
    redacted,
  };
  const { redacted: _, ...stored } = memory;
  const prepared: PreparedWrite<Redacted<Memory>> = {
    kind: 'prepared',
    value: memory,
    commit: { accountId: ownerId, changes: [{ kind: 'insert', memory: stored, index }] },
    now,
    quota: input.quota,
    idempotency,
    committed: () => queue.announce(memory.id),
    again: async () => prepared,
  };
  return prepared;
}

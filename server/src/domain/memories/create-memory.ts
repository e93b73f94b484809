import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, MemoryStore, Message, Metadata } from '../../ports/memory-store.ts';
import { toMemoryIndex } from '../text/memory-index.ts';
import { overLimit, type Quota } from '../usage/quota.ts';
import { beforeIngest } from './before-ingest.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted, rejectSecretIds } from './content-policy.ts';
import { withFallbackReason } from './fallback-reason.ts';
import { type Answered, type Idempotency, type Present, replay, toOnce } from './idempotency.ts';
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

/** Accepts a memory: durable and found by its words when this resolves, found by its meaning after ingest. */
export async function createMemory(
  {
    store,
    queue,
    clock,
    identifiers,
    contentPolicy,
    extracts,
  }: {
    store: MemoryStore;
    queue: IngestQueue;
    clock: Clock;
    identifiers: Identifiers;
    contentPolicy: ContentPolicy;
    /** Whether a language model is configured. */
    extracts: boolean;
  },
  input: NewMemory,
  present: Present<Redacted<Memory>>,
  idempotency?: Idempotency,
): Promise<Answered<Redacted<Memory>>> {
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
  const once = toOnce(idempotency, present, memory, now);
  const result = await store.insert(memory, index, input.quota, once);
  if (result.kind === 'replayed') return replay(idempotency, result.answer);
  if (result.kind === 'over_limit') throw overLimit(input.quota, result, now);
  queue.announce(memory.id);
  return { kind: 'done', value: memory };
}

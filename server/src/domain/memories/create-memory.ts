import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import { effectiveUserOf } from '../../ports/memory.ts';
import type { Actor, InsertChange, Memory, MemoryStore, Message, Metadata } from '../../ports/memory-store.ts';
import { toMemoryIndex } from '../text/memory-index.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import type { AccountQuota } from '../usage/quota.ts';
import { findReplay, type Preparation, type PreparedWrite } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted, rejectSecretIds } from './content-policy.ts';
import { checkExpiryTime, isExpired } from './expiry-time.ts';
import { checkMetadata, checkWords } from './memory-input.ts';

export interface NewMemory {
  accountId: string;
  userId: string;
  /** See {@link Memory}. */
  endUserId: string | null;
  agentId: string | null;
  runId: string | null;
  actor: Actor;
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata: Metadata;
  /**
   * Requests extraction by a language model. Without a model the raw text is stored, and the metadata contain the
   * reason.
   */
  infer: boolean;
  /** Milliseconds since the epoch; null: the time of the write. */
  occurredAt: number | null;
  /** See {@link Memory}. */
  expiresAt: number | null;
  quota: AccountQuota;
}

export interface CreationServices {
  queue: IngestQueue;
  clock: Clock;
  identifiers: Identifiers;
  contentPolicy: ContentPolicy;
  /** Whether a language model is configured. */
  extracts: boolean;
}

/**
 * Prepares a new memory. After the commit it is durable, and keyword search finds it. Semantic search finds it after
 * ingest.
 */
export async function prepareMemory(
  services: CreationServices & { store: Pick<MemoryStore, 'findResponse'> },
  input: NewMemory,
  idempotency?: Idempotency,
): Promise<Preparation<Redacted<Memory>>> {
  const { store, clock } = services;
  // The first request may have been sent while the time was in the future.
  const mayBeRepetition = isExpired(input.expiresAt, clock.now());
  const replayed = mayBeRepetition && (await findReplay(store, input.accountId, idempotency, clock.now()));
  if (replayed) return replayed;
  const { value, change } = await buildInsert(services, input);
  const prepared: PreparedWrite<Redacted<Memory>> = {
    kind: 'prepared',
    value,
    commit: { accountId: input.accountId, changes: [change] },
    now: value.createdAt,
    quota: input.quota,
    idempotency,
    committed: () => services.queue.announce(value.id),
    again: async () => prepared,
  };
  return prepared;
}

/** A new memory as its response shows it, and the change that writes it. */
export interface BuiltInsert {
  value: Redacted<Memory>;
  change: InsertChange;
}

/** Checks the input of a new memory, and builds the memory and its search index. @throws {DomainError} */
export async function buildInsert(
  { clock, identifiers, contentPolicy, extracts }: Omit<CreationServices, 'queue'>,
  input: Omit<NewMemory, 'quota'>,
): Promise<BuiltInsert> {
  const asGiven = checkWords(input);
  checkMetadata(input.metadata);
  checkExpiryTime(input.expiresAt, clock.now());
  const { accountId, agentId, runId, occurredAt, expiresAt } = input;
  const users = { userId: input.userId, endUserId: input.endUserId };
  const user = effectiveUserOf(users);
  rejectSecretIds({ user_id: user === accountId ? null : user, agent_id: agentId, run_id: runId });
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
  const index = await toMemoryIndex({ accountId, text, messages, ...users, agentId, runId, metadata }, occurredAt);
  const now = clock.now();
  const fields = { id: identifiers.memory(), accountId, text, messages, ...users, agentId, runId, metadata, expiresAt };
  const memory: Memory = {
    ...toNewMemory(fields, { now, occurredAt, by: input.actor }),
    infer: input.infer && extracts,
  };
  return { value: { ...memory, redacted }, change: { kind: 'insert', memory, index } };
}

/** The state of a new text before its ingest. The memory may be new, or its text was replaced. */
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

type NewFields =
  | 'id'
  | 'accountId'
  | 'text'
  | 'messages'
  | 'userId'
  | 'endUserId'
  | 'agentId'
  | 'runId'
  | 'metadata'
  | 'expiresAt';

/** @param occurredAt null if the time of the event is the time of the write */
export function toNewMemory(
  fields: Pick<Memory, NewFields>,
  { now, occurredAt, by }: { now: number; occurredAt: number | null; by: Actor },
): Memory {
  return {
    ...fields,
    ...beforeIngest(now),
    version: 1,
    revision: 1,
    changedBy: by,
    occurredAt: occurredAt ?? now,
    createdAt: now,
    updatedAt: now,
    textChangedAt: null,
  };
}

/** The reason why a text was stored unchanged although extraction was requested. */
export type FallbackReason = 'no_llm_configured' | 'llm_failed';

export function withFallbackReason(metadata: Metadata, reason: FallbackReason): Metadata {
  return { ...metadata, infer_fallback_reason: reason };
}

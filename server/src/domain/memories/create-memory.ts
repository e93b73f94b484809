import { waitForRound } from '../../lib/yielding.ts';
import type { Clock } from '../../ports/clock.ts';
import { DomainError, type ErrorCode } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import { type Actor, effectiveUserOf, type Memory, type MemoryIndex, type Metadata } from '../../ports/memory.ts';
import { toMemoryIndex } from '../text/memory-index.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import { type AccountQuota, overLimit } from '../usage/quota.ts';
import type { InsertChange } from './changes.ts';
import { commitWrite, findReplay } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted, rejectSecretIds } from './content-policy.ts';
import { checkExpiryTime, checkMetadata, checkWords, isExpired } from './memory-input.ts';
import type { MemoryStore } from './memory-store.ts';
import { type GivenMessage, readConversation } from './read-conversation.ts';
import { prepareMemory } from './stored-memory.ts';

export interface NewMemory {
  accountId: string;
  userId: string;
  endUserId: string | null;
  agentId: string | null;
  runId: string | null;
  actor: Actor;
  text?: string | undefined;
  messages?: readonly GivenMessage[] | undefined;
  metadata: Metadata;
  /** Requests extraction. Without a model the raw text is stored, and the metadata contain the reason. */
  infer: boolean;
  /** Milliseconds since the epoch; null: the time of the write. */
  occurredAt: number | null;
  expiresAt: number | null;
  quota: AccountQuota;
}

export interface CreationServices {
  store: Pick<MemoryStore, 'commit' | 'findResponse'>;
  queue: IngestQueue;
  clock: Clock;
  identifiers: Identifiers;
  contentPolicy: ContentPolicy;
  extracts: boolean;
}

/** Writes a memory. It is durable then, and keyword search finds it. Semantic search finds it after ingest. */
export async function createMemory<Response>(
  services: CreationServices,
  { quota, ...input }: NewMemory,
  responder: Responder<WrittenMemory, Response>,
): Promise<Responded<WrittenMemory, Response>> {
  const { store, queue, clock } = services;
  const { accountId, expiresAt } = input;
  // The first request may have been sent while the time was in the future.
  const replayed = isExpired(expiresAt, clock.now()) && (await findReplay<Response>(store, accountId, responder));
  if (replayed) return replayed;
  const built = await buildMemory(services, input);
  const { value } = built;
  const write = { value, now: value.createdAt, quota, changes: [toInsert(value, built.index)] };
  const responded = await commitWrite(store, accountId, responder, async () => write);
  if (responded.written) queue.announce(value.id);
  return responded;
}

/** A new memory as its response shows it. */
export type WrittenMemory = Redacted<Memory> & {
  /** The number of messages without text. */
  skippedMessages?: number | undefined;
};

export interface BuiltMemory {
  value: WrittenMemory;
  index: MemoryIndex;
  imported?: Parameters<typeof toInsert>[2];
}

/** @param imported identifies an imported memory at its source, and has its former versions */
export function toInsert(
  memory: Memory,
  index: MemoryIndex,
  { key, versions }: { key: string | null; versions: InsertChange['versions'] } = { key: null, versions: [] },
): InsertChange {
  return { kind: 'insert', memory: prepareMemory(memory, index, key), versions };
}

/** Checks the input of a new memory, and builds the memory and its search index. @throws {DomainError} */
export async function buildMemory(
  { clock, identifiers, contentPolicy, extracts }: Omit<CreationServices, 'store' | 'queue'>,
  input: Omit<NewMemory, 'quota'>,
): Promise<BuiltMemory> {
  const conversation = input.messages && readConversation(input.messages);
  const given = { text: input.text, messages: conversation?.messages };
  const asGiven = checkWords(given);
  checkMetadata(input.metadata);
  checkExpiryTime(input.expiresAt, clock.now());
  const { accountId, agentId, runId, occurredAt, expiresAt } = input;
  const users = { userId: input.userId, endUserId: input.endUserId };
  const user = effectiveUserOf(users);
  rejectSecretIds({ user_id: user === accountId ? null : user, agent_id: agentId, run_id: runId });
  const { content, redacted } = await applyContentPolicy(
    accountId,
    contentPolicy,
    { ...given, metadata: input.metadata },
    { positions: conversation?.positions },
  );
  // Checked again, because a placeholder may be longer than the secret.
  const { text, messages } = redacted.length > 0 ? checkWords(content) : asGiven;
  const isRaw = input.infer && !extracts;
  const metadata = checkMetadata(isRaw ? withFallbackReason(content.metadata, 'no_llm_configured') : content.metadata);
  const index = await toMemoryIndex({ accountId, text, messages, ...users, agentId, runId, metadata }, occurredAt);
  const now = clock.now();
  const fields = { id: identifiers.memory(), accountId, text, messages, ...users, agentId, runId, metadata, expiresAt };
  const memory = { ...toNewMemory(fields, { now, occurredAt, by: input.actor }), infer: input.infer && extracts };
  return { value: { ...memory, redacted, skippedMessages: conversation?.skipped }, index };
}

/** The state of a new memory before its ingest. */
export function beforeIngest(now: number) {
  return {
    ...{ status: 'pending', outcome: null, failure: null, infer: false, isArchived: false, extraction: null },
    ...{ sourceMemoryId: null, entities: [], attempts: 0, nextAttemptAt: now },
  } satisfies Partial<Memory>;
}

type Given = 'id' | 'accountId' | 'text' | 'messages' | 'userId' | 'endUserId' | 'agentId' | 'runId' | 'metadata';

/** @param occurredAt null if the time of the event is the time of the write */
export function toNewMemory(
  given: Pick<Memory, Given | 'expiresAt'>,
  { now, occurredAt, by }: { now: number; occurredAt: number | null; by: Actor },
): Memory {
  const times = { occurredAt: occurredAt ?? now, createdAt: now, updatedAt: now, textChangedAt: null };
  return { ...given, ...beforeIngest(now), ...times, version: 1, revision: 1, changedBy: by };
}

/** The reason why a text was stored unchanged although extraction was requested. */
export type FallbackReason = 'no_llm_configured' | 'llm_failed';

export function withFallbackReason(metadata: Metadata, reason: FallbackReason): Metadata {
  return { ...metadata, infer_fallback_reason: reason };
}

export type WrittenItem = WrittenMemory | DomainError;

export interface Batch {
  accountId: string;
  /** An error represents an item that was rejected earlier. */
  items: readonly (Omit<NewMemory, 'quota'> | DomainError)[];
  quota: AccountQuota;
}

/** The rejections that concern a single item. Any other error rejects the whole batch. */
const itemCodes: readonly ErrorCode[] = ['invalid_request', 'sensitive_content', 'outside_key_restriction'];
const itemsInTick = 8;

/** Writes several memories in one commit. Each item is rejected separately, for its content or for a limit. */
export function createMemories<Response>(
  services: CreationServices,
  { accountId, items, quota }: Batch,
  responder: Responder<WrittenItem[], Response>,
): Promise<Responded<WrittenItem[], Response>> {
  return writeItems<DomainError, Response>(services, { accountId, quota }, responder, async () => {
    const built: (BuiltMemory | DomainError)[] = [];
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % itemsInTick === 0) await waitForRound(accountId);
      built.push(item instanceof DomainError ? item : await orRejection(() => buildMemory(services, item)));
    }
    return built;
  });
}

/** Writes all items that were built and no limit rejects. @param build is called again after a conflict */
export async function writeItems<Rest extends DomainError | string, Response>(
  { store, clock, queue }: Pick<CreationServices, 'store' | 'clock' | 'queue'>,
  { accountId, quota }: Pick<Batch, 'accountId' | 'quota'>,
  responder: Responder<(WrittenMemory | Rest | DomainError)[], Response>,
  build: () => Promise<readonly (BuiltMemory | Rest | DomainError)[]>,
): Promise<Responded<(WrittenMemory | Rest | DomainError)[], Response>> {
  let items: readonly (BuiltMemory | Rest | DomainError)[] = [];
  const responded = await commitWrite(store, accountId, responder, async (rejection) => {
    const now = clock.now();
    const limits = rejection?.limits.values();
    const toItem = (item: BuiltMemory | Rest | DomainError) => {
      const limit = limits && isBuilt(item) ? limits.next().value : null;
      return limit ? overLimit(quota, limit, now) : item;
    };
    items = limits ? items.map(toItem) : await build();
    const value = items.map((item) => (isBuilt(item) ? item.value : item));
    const changes = items.filter(isBuilt).map((built) => toInsert(built.value, built.index, built.imported));
    return { value, now, quota, changes, isDivisible: true };
  });
  if (responded.written) for (const { value } of items.filter(isBuilt)) queue.announce(value.id);
  return responded;
}

function isBuilt(item: BuiltMemory | DomainError | string): item is BuiltMemory {
  return typeof item === 'object' && !(item instanceof DomainError);
}

/** Resolves to the result of `read`, or to the error that rejects only this item. */
export async function orRejection<Value>(read: () => Value | Promise<Value>): Promise<Value | DomainError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && itemCodes.includes(error.code)) return error;
    throw error;
  }
}

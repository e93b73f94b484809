import type { Clock } from '../../ports/clock.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import { type Actor, isOfUser, type Memory, type Message, type Metadata } from '../../ports/memory.ts';
import { type TextTerms, toMetadataIndex, toTextIndex, toTextTerms } from '../text/memory-index.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import type { AccountQuota } from '../usage/quota.ts';
import { toContentChange, toRequeue, type VersionGuard } from './changes.ts';
import {
  commitWrite,
  type ExpectedVersions,
  findReplay,
  type MemoryTarget,
  missingMemory,
  type PreparedWrite,
  readMemory,
  requireVersion,
} from './commit-write.ts';
import { applyContentPolicy, type Content, type ContentPolicy, type Redacted } from './content-policy.ts';
import type { CreationServices } from './create-memory.ts';
import { type NewDeletion, noCodes } from './deletion-kinds.ts';
import {
  checkExpiryTime,
  checkMergedSize,
  checkMetadata,
  checkText,
  checkWords,
  mergeMetadata,
} from './memory-input.ts';
import type { MemoryStore } from './memory-store.ts';
import { getVersion, type ShownVersion } from './memory-versions.ts';
import { type Restriction, requireProjectKept } from './scope.ts';

export interface ContentServices extends Pick<CreationServices, 'queue' | 'clock' | 'contentPolicy'> {
  store: MemoryStore;
}

export interface ContentTarget extends MemoryTarget {
  userId?: string;
  /** The changed memory must stay within it, too. */
  restriction: Restriction;
  actor: Actor;
  quota: AccountQuota;
  /** The accepted versions of the memory. @default any */
  expected?: ExpectedVersions;
}

export interface NewContent {
  /** null leaves the text unchanged. */
  text: { text: string; messages: Message[] | null; terms: TextTerms } | null;
  metadata: Metadata;
  /** undefined leaves the expiry unchanged. */
  expiresAt?: number | null | undefined;
}

/** Writes a new version of a memory. `toContent` is called again if another writer was faster. */
async function changeContent<Response>(
  services: ContentServices,
  target: ContentTarget,
  responder: Responder<Redacted<Memory>, Response>,
  toContent: (current: Memory) => Promise<Redacted<NewContent>>,
): Promise<Responded<Redacted<Memory>, Response>> {
  const { store, queue } = services;
  const { accountId, id, userId } = target;
  const responded = await commitWrite(store, accountId, responder, async () => {
    const current = await readMemory(store, target);
    if (userId !== undefined && !isOfUser(current, userId)) throw missingMemory();
    return toWrite(services, target, current, await toContent(current));
  });
  const { written } = responded;
  if (written && written.textChangedAt === written.updatedAt) queue.announce(id);
  return responded;
}

async function toWrite(
  { clock }: ContentServices,
  { accountId, restriction, actor, quota, expected }: ContentTarget,
  current: Memory,
  content: Redacted<NewContent>,
): Promise<PreparedWrite<Redacted<Memory>>> {
  requireVersion(current, expected);
  const { text, metadata, expiresAt, redacted } = content;
  requireProjectKept(current.metadata, metadata, restriction);
  const now = clock.now();
  const occurredAt = current.occurredAt === current.createdAt ? null : current.occurredAt;
  const { messages = null } = text ?? {};
  const change = toContentChange(current, {
    ...{ at: now, by: actor, expiresAt },
    metadata: { metadata, ...(await toMetadataIndex(accountId, metadata)) },
    text: text
      ? { text: text.text, messages, ...toTextIndex({ ...current, ...text, messages }, text.terms, occurredAt) }
      : undefined,
  });
  const value = { ...current, ...change.set, isArchived: current.isArchived && text === null, redacted };
  return { value, now, quota, guards: [guardOf(current)], changes: [change] };
}

/** Guards what a change of a memory was computed from. */
function guardOf({ id, version, revision }: Memory): VersionGuard {
  return { id, version, revision };
}

export interface MemoryUpdate {
  text?: string | undefined;
  /** Merged into the stored metadata; null removes a key. */
  metadata?: Metadata | undefined;
  /** null removes the expiry. */
  expiresAt?: number | null | undefined;
}

export async function updateMemory<Response>(
  services: ContentServices,
  { update: given, ...target }: ContentTarget & { update: MemoryUpdate },
  responder: Responder<Redacted<Memory>, Response>,
): Promise<Responded<Redacted<Memory>, Response>> {
  const { expiresAt, ...content } = given;
  if (Object.values(given).every((one) => one === undefined)) {
    throw invalidRequest({ path: '/text', message: 'is missing: send text, metadata or both' });
  }
  const { store, clock, contentPolicy } = services;
  const { accountId } = target;
  checkUpdate(content);
  const clean = await applyContentPolicy(accountId, contentPolicy, content, { removesNulls: true });
  // Checked again, because a placeholder may be longer than the secret.
  checkUpdate(clean.content);
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  checkExpiryTime(expiresAt, clock.now());
  const { text } = clean.content;
  const newText = text === undefined ? null : { text, messages: null, terms: await toTextTerms(accountId, text) };
  return changeContent(services, target, responder, async (current) => {
    // The placeholder of a key must differ from the name of a stored key.
    const ofStored = () => ({ removesNulls: true, storedKeys: Object.keys(current.metadata) });
    const { content: allowed, redacted } = clean.renamed
      ? await applyContentPolicy(accountId, contentPolicy, content, ofStored())
      : clean;
    const { metadata } = allowed;
    const merged = metadata ? checkMergedSize(mergeMetadata(current.metadata, metadata)) : current.metadata;
    return { text: newText, metadata: merged, expiresAt, redacted };
  });
}

function checkUpdate({ text, metadata }: Pick<MemoryUpdate, 'text' | 'metadata'>): void {
  if (text !== undefined) checkText(text);
  if (metadata) checkMetadata(metadata);
}

export async function restoreMemory<Response>(
  services: ContentServices,
  { version, ...target }: ContentTarget & { version: number },
  responder: Responder<Redacted<Memory>, Response>,
): Promise<Responded<Redacted<Memory>, Response>> {
  const { store, contentPolicy } = services;
  const { accountId } = target;
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  return changeContent(services, target, responder, async (current) => {
    const former = await getVersion(store, current, version);
    const { text, messages, metadata, redacted } = await toAllowed(accountId, contentPolicy, former);
    return { text: { text, messages, terms: await toTextTerms(accountId, text) }, metadata, redacted };
  });
}

/** Applies the current content policy to a version, because an earlier policy may have accepted it. */
async function toAllowed(accountId: string, policy: ContentPolicy, { text, messages, metadata }: ShownVersion) {
  const content: Content = messages === null ? { text, metadata } : { messages, metadata };
  const clean = await applyContentPolicy(accountId, policy, content).catch((error: unknown) => {
    throw error instanceof DomainError ? ofVersion(error) : error;
  });
  if (clean.redacted.length === 0) return { text, messages, metadata, redacted: [] };
  // A placeholder may be longer than the secret.
  return {
    ...checkWords(clean.content),
    metadata: checkMetadata(clean.content.metadata ?? {}),
    redacted: clean.redacted,
  };
}

/** Adds the version to the errors, because the request does not contain its content. */
function ofVersion({ code, message, errors = [] }: DomainError): DomainError {
  const named = errors.map((error) => ({
    path: '/version',
    message: `refers to a version that can no longer be stored: its ${error.path.slice(1)} ${error.message}`,
  }));
  return new DomainError(code, message, { errors: named });
}

/** Ingests a failed memory again. The count of attempts starts from zero. */
export async function retryMemory<Response>(
  { store, queue, clock }: Omit<ContentServices, 'contentPolicy'>,
  { accountId, id }: { accountId: string; id: string },
  responder: Responder<Memory, Response>,
): Promise<Responded<Memory, Response>> {
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  const now = clock.now();
  const responded = await commitWrite(store, accountId, responder, async () => {
    const memory = await readMemory(store, { accountId, id });
    if (memory.status !== 'failed') {
      throw new DomainError('conflict', `Only a failed memory can be retried; this one is ${memory.status}.`);
    }
    const change = toRequeue(memory, now);
    return { value: { ...memory, ...change.set }, now, guards: [guardOf(memory)], changes: [change] };
  });
  if (responded.written) queue.announce(id);
  return responded;
}

export interface DeletedMemory {
  id: string;
  deletionId: string;
  deletedAt: number;
}

export async function deleteMemory<Response>(
  { store, clock, identifiers }: { store: MemoryStore; clock: Clock; identifiers: Pick<Identifiers, 'deletion'> },
  { accountId, id, actor, userId, expected }: Omit<ContentTarget, 'restriction' | 'quota'>,
  responder: Responder<DeletedMemory, Response>,
): Promise<Responded<DeletedMemory, Response>> {
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  const now = clock.now();
  const deletion: NewDeletion = {
    ...{ id: identifiers.deletion(), accountId, kind: 'memory', parameters: { memory_id: id } },
    ...{ ...noCodes, actor, startedAt: now },
  };
  const value = { id, deletionId: deletion.id, deletedAt: now };
  return commitWrite(store, accountId, responder, async () => {
    return { value, now, guards: await guardsOf(), changes: [{ kind: 'remove', id, userId }], deletion };
  });

  /** A deletion of any version needs no read. */
  async function guardsOf(): Promise<VersionGuard[]> {
    if (expected === undefined) return [];
    const memory = await readMemory(store, { accountId, id });
    requireVersion(memory, expected);
    return [{ id, version: memory.version }];
  }
}

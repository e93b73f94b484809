import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import { isOfUser } from '../../ports/memory.ts';
import type { Actor, ContentChange, Memory, MemoryStore, Message, Metadata } from '../../ports/memory-store.ts';
import { type TextTerms, toMetadataIndex, toTextIndex } from '../text/memory-index.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import type { AccountQuota } from '../usage/quota.ts';
import { missingMemory, type Preparation } from './commit-write.ts';
import type { ContentPolicy, Redacted } from './content-policy.ts';
import { beforeIngest } from './create-memory.ts';
import { type ExpectedVersions, requireVersion } from './expected-version.ts';
import { isWithin, type Restriction, requireProjectKept } from './key-restriction.ts';

/** A change fails after this many attempts in which other writers were faster. */
const maxRounds = 200;

export interface ContentServices {
  store: MemoryStore;
  queue: IngestQueue;
  clock: Clock;
  contentPolicy: ContentPolicy;
}

export interface ContentTarget {
  accountId: string;
  id: string;
  /** The user that the memory must belong to. @default any user */
  userId?: string;
  /** The restriction of the caller. The changed memory must stay within it. */
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

/** Prepares a new version of a memory. `toContent` is called again if another writer was faster. */
export async function prepareContentChange(
  services: ContentServices,
  target: ContentTarget,
  idempotency: Idempotency | undefined,
  toContent: (current: Memory) => Promise<Redacted<NewContent>>,
  round = 1,
): Promise<Preparation<Redacted<Memory>>> {
  const { store, queue, clock } = services;
  const { accountId, id, userId, restriction, actor, quota, expected } = target;
  if (round > maxRounds) {
    throw new DomainError('conflict', 'Other writes keep changing this memory. Read it again, then retry the update.');
  }
  const current = await store.get(accountId, id);
  if (!current || (userId !== undefined && !isOfUser(current, userId))) throw missingMemory();
  if (!isWithin(current, restriction)) throw missingMemory();
  const content = await toContent(current);
  requireVersion(current, expected);
  const { text, metadata, expiresAt, redacted } = content;
  requireProjectKept(current.metadata, metadata, restriction);
  const now = clock.now();
  const next = { ...applied(current, content, { now, actor }), redacted };
  const occurredAt = current.occurredAt === current.createdAt ? null : current.occurredAt;
  const change: ContentChange = {
    ...{ kind: 'change', id, at: now, by: actor },
    metadata: { metadata, index: await toMetadataIndex(accountId, metadata) },
    expiresAt,
    text: text && {
      ...{ text: text.text, messages: text.messages, keepsOrigin: false },
      index: toTextIndex(next, text.terms, occurredAt),
    },
  };
  const guards = [{ id, version: current.version, allowsArchived: true }];
  return {
    kind: 'prepared',
    value: next,
    commit: { accountId, guards, changes: [change] },
    ...{ now, quota, idempotency },
    committed: () => {
      if (text) queue.announce(id);
    },
    again: () => prepareContentChange(services, target, idempotency, toContent, round + 1),
  };
}

/** The memory as it will be after the commit. */
function applied(
  memory: Memory,
  { text, metadata, expiresAt = memory.expiresAt }: NewContent,
  { now, actor }: { now: number; actor: Actor },
): Memory {
  const version = memory.version + 1;
  const next: Memory = { ...memory, metadata, expiresAt, version, updatedAt: now, changedBy: actor };
  if (text === null) return next;
  return {
    ...next,
    text: text.text,
    messages: text.messages,
    revision: memory.revision + 1,
    textChangedAt: now,
    ...beforeIngest(now),
  };
}

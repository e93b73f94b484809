import { createHash } from 'node:crypto';
import type { ApiKey, StoredAccount } from '../../src/domain/accounts/kinds.ts';
import { foldEmail } from '../../src/domain/accounts/kinds.ts';
import type { Webhook, WebhookDelivery } from '../../src/domain/events/kinds.ts';
import { notPending, pendingFields, prepareMemory } from '../../src/domain/memories/stored-memory.ts';
import type { MemoryCopy } from '../../src/domain/transfer/copy-records.ts';
import type { Memory, MemoryIndex } from '../../src/ports/memory.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makeMemory } from '../make-memory.ts';

export function makeAccountRecord(id: string, changes: Partial<StoredAccount> = {}): StoredAccount {
  const { email = `${id}@example.com` } = changes;
  const noDeletion = { deletionId: null, deletionBegunAt: null, deletionCounts: null };
  const stored = { passwordHash: '$scrypt$', isFirst: null, ...noDeletion };
  const account = makeAccount(id, { email, createdAt: Date.UTC(2026, 0) });
  return { ...account, ...stored, emailFolded: email === null ? null : foldEmail(email), ...changes };
}

export function makeKeyRecord(id: string, accountId: string, changes: Partial<ApiKey> = {}): ApiKey {
  const hash = createHash('sha256').update(id).digest('hex');
  return {
    ...{ accountId, id, hash, label: id, keyPrefix: 'mnk_0123', scopes: ['read'], restriction: null },
    ...{ createdAt: Date.UTC(2026, 0), expiresAt: null, revokedAt: null, lastUsedAt: null, replacedBy: null },
    ...changes,
  };
}

export function makeWebhookRecord(id: string, accountId: string, changes: Partial<Webhook> = {}): Webhook {
  const at = Date.UTC(2026, 0);
  return {
    ...{ id, accountId, url: 'https://example.com/hook', events: ['memory.ready'], description: null },
    ...{ includeText: false, disabledReason: null, enabledAt: at, secret: 'whsec_1', previousSecret: null },
    ...{ previousSecretEndsAt: null, createdAt: at, updatedAt: at, leasedUntil: 0, lease: null, ...changes },
  };
}

/** Waits for its webhook. */
export function makeDeliveryRecord(id: string, accountId: string, changes: Partial<WebhookDelivery>): WebhookDelivery {
  const { webhookId = 'whk_1' } = changes;
  const at = Date.UTC(2026, 0);
  return {
    ...{ accountId, id, webhookId, pendingOf: webhookId, type: 'memory.ready', memoryId: 'mem_1', version: 3 },
    ...{ detail: {}, status: 'pending', attempts: 0, createdAt: at, firstAttemptAt: null, lastAttemptAt: null },
    ...{ nextAttemptAt: at, responseStatus: null, error: null, recentAttempts: null, order: 1, ...changes },
  };
}

export type MemoryParts = Omit<MemoryCopy, 'memory'> & {
  memory: Memory;
  index: MemoryIndex;
  /** @default that of the tests, if the memory has vectors */
  embedderId?: string;
  pendingSince?: number;
  /** The other fields of the record. */
  more?: Partial<MemoryCopy['memory']>;
};

export const testEmbedder = 'test@1';

/** Makes the copy of a memory in its state. */
export function toMemoryCopy({
  memory,
  index,
  embedderId = testEmbedder,
  pendingSince = 0,
  more,
  ...rest
}: MemoryParts): MemoryCopy {
  const { status, isArchived, accountId, nextAttemptAt, attempts, failure, outcome } = memory;
  const isPending = status === 'pending';
  const pending = { ...pendingFields(memory, pendingSince), nextAttemptAt, attempts, failure };
  const done = { ...notPending, status, failedOf: status === 'failed' ? accountId : null, rejections: 0 };
  const embedded =
    isPending || isArchived || status === 'failed' ? {} : { embedderId, vectorCount: rest.vectors.length };
  const prepared = prepareMemory(memory, index, null);
  return { memory: { ...prepared, ...(isPending ? pending : done), ...embedded, outcome, ...more }, ...rest };
}

/** Ready, with one vector. */
export function makeMemoryCopy(accountId: string, text: string): MemoryCopy {
  const memory = makeMemory(text, { accountId, userId: accountId });
  const values = Int8Array.from({ length: 8 }, (_, at) => (text.length * (at + 1)) % 127);
  const index = makeIndex(text.split(' '));
  return toMemoryCopy({ memory, index, versions: [], vectors: [{ scale: 0.01, values }], tokens: undefined });
}

/** Makes `count` different memories, in batches as they are written. */
export function* makeManyCopies(accountId: string, count: number): Generator<MemoryCopy[]> {
  for (let made = 0; made < count; made += 500) {
    yield Array.from({ length: Math.min(500, count - made) }, (_, at) =>
      makeMemoryCopy(accountId, `note number ${made + at} about the boat`),
    );
  }
}

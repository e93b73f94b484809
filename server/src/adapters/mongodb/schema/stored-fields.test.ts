import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { emptyMetadataIndex, makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import {
  changeMemory,
  commitExtraction,
  completeClaims,
  failClaims,
  insertMemory,
} from '../../../../test/store-steps.ts';
import type { Claim } from '../../../ports/memory-store.ts';
import { type MongodbStore, openMongodbStore } from '../open-store.ts';

const accountId = 'acct_ana';
const month = Date.UTC(2026, 10);
const quota = { month, memoryWrites: 10, endUsers: null, projects: null };
const hash = createHash('sha256').update('secret').digest();

let mongodb: TestMongodb;
let store: MongodbStore;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  store = await openMongodbStore(mongodb.uri, { dimensions: 8, now: () => 10, onError: () => {} });
});
afterAll(async () => {
  await store?.close();
  await mongodb?.close();
});

/** The fields of each collection. */
const expected: [collection: string, fields: string][] = [
  ['access_token', '_id accountId address createdAt expiresAt lastUsedAt userAgent'],
  [
    'account',
    `_id createdAt credentials email emailFolded limits limits.endUsers limits.memorySearches limits.memoryWrites
    passwordHash phone plan suspendedAt`,
  ],
  ['answer', '_id body etag expiresAt fingerprint location memory status'],
  [
    'api_key',
    '_id accountId createdAt expiresAt hash keyPrefix label lastUsedAt replacedBy restriction revokedAt scopes',
  ],
  ['audit_event', '_id accountId action actor actor.keyPrefix actor.kind actor.sessionId address detail outcome time'],
  [
    'memory',
    `_id agentId attempts changedBy changedBy.keyPrefix changedBy.kind characters claimId conversation copyHash createdAt embedderId ending entities
    entities.kind entities.name extracting extraction extraction.duplicateOf extraction.extractedIds
    extraction.originalText failedOf failure failure.code failure.message id identifiers indexedAt infer interruptions isEndUser labels leasedBy
    messages metadata moveAt moveAttempts moveClaim nextAttemptAt occurredAt outcome ownerId pendingOf pendingSince
    projects refusals revision runId sourceMemoryId speaker status tagWords terms text textChangedAt traceParent updatedAt
    userId version wordCount words`,
  ],
  [
    'memory_vector',
    '_id agentId createdAt embedderId indexedAt isEndUser labels memory occurredAt ownerId runId scale userId vector',
  ],
  [
    'deletion',
    `_id accountId actor actor.keyPrefix actor.kind codes codes.user_id finishedAt kind matched parameters removed
    removed.memories removed.storedResponses removed.vectors removed.versions removed.wordEntries secret startedAt state
    verifiedAt`,
  ],
  ['deletion_item', '_id'],
  [
    'memory_version',
    '_id changedAt changedBy changedBy.keyPrefix changedBy.kind memory messages metadata replacedAt text version',
  ],
  ['probe', '_id beat'],
  [
    'request',
    `_id count createdAt keyId keyPrefix latencyMs limitedMinute metered method operation order ownerId path source
    statusCode`,
  ],
  ['request_day', '_id day latencies latencies.1 memorySearches memoryWrites operation ownerId statuses statuses.2'],
  ['store', '_id format'],
  ['usage', '_id memorySearches memoryWrites month ownerId'],
  [
    'webhook',
    `_id accountId createdAt description disabledReason enabledAt events id includeText lease leasedUntil previousSecret
    previousSecretEndsAt secret updatedAt url`,
  ],
  [
    'webhook_delivery',
    `_id attempts createdAt detail detail.failure_code detail.outcome error firstAttemptAt id lastAttemptAt memoryId
    nextAttemptAt order pendingOf responseStatus status type version webhook`,
  ],
  ['worker', '_id seenAt sessions'],
];

/** Names the fields of a document, and of the objects in it. */
function fieldsOf(document: object): string[] {
  return Object.entries(document).flatMap(([name, value]) => {
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    const isPlain = inner !== null && typeof inner === 'object' && inner.constructor === Object;
    return isPlain ? [name, ...fieldsOf(inner).map((field) => `${name}.${field}`)] : [name];
  });
}

/** Lists the fields of all documents of each collection. */
async function storedFields(): Promise<Record<string, string[]>> {
  const db = mongodb.client.db(mongodb.database);
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const fields = collections.map(async ({ name }) => {
    const documents = await db.collection(name).find().toArray();
    return [name, [...new Set(documents.flatMap(fieldsOf))].sort()] as const;
  });
  return Object.fromEntries(await Promise.all(fields));
}

async function writeMemories(): Promise<void> {
  const { memories } = store;
  const response = { fingerprint: 'print', status: 202, location: null, etag: null, body: '{}', subjectId: 'mem_1' };
  const record = { key: 'key', formerKey: 'key', response, createdAt: 1, expiresAt: 2 ** 40 };
  const options = { limit: 1, characters: 1_000, extractions: 1, now: 10, leaseMs: 60_000 };
  const claim = async (): Promise<Claim> => {
    const [one] = await memories.claim({ ...options, purpose: 'ingest', quarantineAfter: 3, quarantined: false });
    if (!one) throw new Error('no memory was due');
    return one;
  };
  const index = { ...makeIndex(['boat']), speaker: 'ida' };
  const write = async (id: string, infer = false) => {
    const memory = makePendingMemory('boat', 1, { id, accountId, infer, endUserId: 'cleo' });
    await insertMemory(memories, memory, index, quota, infer ? undefined : { ...record, key: id });
  };
  await write('mem_1');
  const ready = await claim();
  const vectors = [new Float32Array(8).fill(0.5)];
  await completeClaims(memories, [
    { claim: ready, embedderId: 'old@1', vectors, entities: [{ name: 'Ida', kind: 'name' }] },
  ]);
  const reembed = { embedderId: 'new@1', limit: 1, characters: 1_000, now: 10, leaseMs: 60_000, quarantineAfter: 3 };
  await memories.claim({ ...reembed, purpose: 'reembed' });
  const update = { accountId, id: 'mem_1', expectedVersion: 1, at: 10, metadata: {}, index: emptyMetadataIndex };
  await changeMemory(memories, { ...update, text: null });
  await write('mem_2');
  const failed = await claim();
  const failure = { code: 'embedding_failed', message: 'no' };
  await failClaims(memories, [{ claim: failed, failure, rejected: true, retryAt: null }]);
  await write('mem_3', true);
  const archived = await claim();
  const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
  const archive = { kind: 'archive', outcome: 'nothing_to_store', extraction, completed: [] } as const;
  await commitExtraction(memories, { claim: archived, at: 10, guards: [], ...archive });
  await write('mem_4', true);
  await claim();
}

/** The webhook gets an event of each memory that is written later. */
async function writeWebhook(): Promise<void> {
  const webhook = {
    ...{
      id: 'whk_1',
      accountId,
      url: 'https://example.com',
      events: ['memory.ready' as const, 'memory.failed' as const],
      description: null,
    },
    ...{ includeText: false, disabledReason: null, enabledAt: 0, secret: 'whsec_1', previousSecret: null },
    ...{ previousSecretEndsAt: null, createdAt: 0, updatedAt: 0 },
  };
  await store.webhooks.create(webhook, { max: 1 });
}

async function writeDeletion(): Promise<void> {
  const deletion = {
    ...{ id: 'del_1', accountId, kind: 'scope' as const, parameters: { user_id: 'ida' }, codes: { user_id: 'code' } },
    ...{ secret: 'secret', actor: { kind: 'session' as const, keyPrefix: null }, startedAt: 0 },
  };
  await store.memoryDeletions.prepare(deletion, ['mem_2']);
}

it('the names of collections and of stored fields stay', async () => {
  const key = {
    ...{ id: 'key_1', accountId, label: 'first', keyPrefix: 'mnk_01234567', scopes: ['read' as const], createdAt: 0 },
    ...{ expiresAt: null, revokedAt: null, lastUsedAt: null, replacedBy: null, restriction: null },
  };
  await store.accounts.createAccount(makeAccount(accountId), '$hash$', { key, hash });
  await store.accounts.createToken(
    { lastUsedAt: 1, userAgent: 'a', address: 'b', hash, accountId, createdAt: 0, expiresAt: 1 },
    { maxLive: 1 },
  );
  await store.usage.countSearch(accountId, month, null);
  const request = {
    ...{ id: 'req_1', accountId, createdAt: 5, method: 'GET', path: '/v1/profile', operation: 'getProfile' },
    ...{
      source: 'rest' as const,
      statusCode: 200,
      latencyMs: 1,
      keyId: null,
      keyPrefix: null,
      metered: null,
      count: 1,
    },
  };
  await store.requests.append([{ ...request, meteredTimes: 1, latencyStep: 1, isRateLimited: true }]);
  const actor = { kind: 'session' as const, keyPrefix: null, sessionId: null };
  const event = { id: 'evt_1', accountId, time: 5, action: 'log_in' as const, outcome: 'ok' as const };
  await store.audit.append({ ...event, actor, address: null, detail: {} });
  await writeWebhook();
  await writeMemories();
  await writeDeletion();
  const fields = expected.map(([name, text]) => [name, text.split(/\s+/)]);
  expect(await storedFields()).toEqual(Object.fromEntries(fields));
});

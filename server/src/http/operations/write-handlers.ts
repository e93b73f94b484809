import type { ContractDocument } from '../../api/contract.ts';
import { toMilliseconds } from '../../api/dates.ts';
import { expectedVersions, memoryTag, preferredWaitMs, prefersMinimal } from '../../api/headers.ts';
import { idempotencyOf, replayHeaders, toReply } from '../../api/idempotency.ts';
import type { Handler, Handlers, OperationRequest, Reply, Schemas } from '../../api/operation-types.ts';
import { presentFields } from '../../api/present-fields.ts';
import { presentAccepted, presentDeletion, presentMemory, presentScopeDeletion } from '../../api/present-memory.ts';
import { toDomainProblem, toProblemBody } from '../../api/problem.ts';
import { restrictContent } from '../../api/restrict-request.ts';
import { createValueCheck } from '../../api/schema-check.ts';
import { toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices, WriteServices } from '../../api/services.ts';
import { actorOf, type Principal } from '../../domain/accounts/authenticate.ts';
import { waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import {
  type ContentTarget,
  type DeletedMemory,
  deleteMemory,
  restoreMemory,
  retryMemory,
  updateMemory,
} from '../../domain/memories/change-memory.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import {
  createMemories,
  createMemory,
  type NewMemory,
  orRejection,
  type WrittenItem,
  type WrittenMemory,
} from '../../domain/memories/create-memory.ts';
import { deleteScope } from '../../domain/memories/delete-scope.ts';
import { getDeletion, listDeletions } from '../../domain/memories/deletion-receipts.ts';
import { findWarnings } from '../../domain/memories/list-memories.ts';
import type { Once } from '../../domain/usage/idempotency.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory.ts';

type ContentRequest = OperationRequest<'updateMemory'> | OperationRequest<'restoreMemory'>;
type DeletionServices = Pick<
  HttpServices,
  'store' | 'records' | 'clock' | 'identifiers' | 'continueDeletions' | 'compactionDueSince'
>;
export type RestWriteServices = WriteServices & Pick<HttpServices, 'restUserId'>;

export function writeHandlers(services: RestWriteServices & DeletionServices, contract: ContractDocument) {
  return {
    ...deletionHandlers(services),
    createMemory: createMemoryHandler(services),
    createMemories: createMemoriesHandler(services, contract),

    async updateMemory(request, principal) {
      const { text, metadata, expires_at } = request.body;
      const expiresAt = typeof expires_at === 'string' ? toMilliseconds('/expires_at', expires_at) : expires_at;
      const change = { ...contentTarget(request, principal), update: { text, metadata, expiresAt } };
      const responder = { idempotency: idempotencyOf(request, principal), present: presentUpdated, subjectOf: idOf };
      return toContentReply(request, await updateMemory(services, change, responder));
    },

    async restoreMemory(request, principal) {
      const change = { ...contentTarget(request, principal), version: request.body.version };
      const responder = { idempotency: idempotencyOf(request, principal), present: presentUpdated, subjectOf: idOf };
      return toContentReply(request, await restoreMemory(services, change, responder));
    },

    async deleteMemory(request, principal) {
      const expected = expectedVersions(request.header('if-match'));
      const target = { ...targetOf(request, principal), actor: actorOf(principal), expected };
      const present = (deleted: DeletedMemory) => presentFields(deleted, 'id', 'deletionId', 'deletedAt');
      const responder = { idempotency: idempotencyOf(request, principal), present };
      return toReply(200, await deleteMemory(services, target, responder));
    },

    async retryMemory(request, principal) {
      const responder = { idempotency: idempotencyOf(request, principal), present: presentWritten };
      const responded = await retryMemory(services, targetOf(request, principal), responder);
      if (principal.scopes.includes('read')) return toAcceptedReply(responded);
      // Another credential may have written the metadata.
      return toAcceptedReply({ ...responded, value: { ...responded.value, metadata: {} } });
    },
  } satisfies Partial<Handlers>;

  function contentTarget(request: ContentRequest, principal: Principal): ContentTarget {
    const { account, restriction } = principal;
    return {
      ...{ ...targetOf(request, principal), restriction, actor: actorOf(principal) },
      quota: quotaOf(account, services.clock.now()),
      expected: expectedVersions(request.header('if-match')),
    };
  }
}

function deletionHandlers(services: DeletionServices) {
  const { records, compactionDueSince } = services;
  return {
    async deleteMemories(request, principal) {
      const { confirm, ...parameters } = request.query;
      const { account, restriction } = principal;
      if (Object.keys(parameters).length === 0) {
        const message = 'needs at least one scope parameter, such as user_id; all=true deletes every memory';
        throw invalidRequest({ path: '', message });
      }
      const scope = { ...toScopeInput(account.id, parameters), restriction };
      const result = await deleteScope(services, {
        ...{ scope, parameters, confirm },
        ...{ actor: actorOf(principal), idempotency: idempotencyOf(request, principal) },
      });
      const { begun, matched, isReplay } = result;
      if (begun && !isReplay) {
        request.concerns({ action: 'memories_deleted', detail: { deletion_id: begun.id, matched } });
      }
      const status = begun?.status === 'running' ? 202 : 200;
      const warnings = await findWarnings(services.store, scope, matched === 0);
      return { status, headers: replayHeaders({ isReplay }), body: presentScopeDeletion(result, warnings) };
    },

    async listDeletions({ query }, { account }) {
      const { kind, limit = 100, cursor, ...named } = query;
      const list = { accountId: account.id, kind, named, limit, cursor };
      const { found, nextCursor } = await listDeletions(records, list);
      const due = await compactionDueSince();
      const results = found.map((deletion) => presentDeletion(deletion, due));
      return { status: 200, body: { results, next_cursor: nextCursor } };
    },

    async getDeletion({ path }, { account }) {
      const deletion = await getDeletion(records, account.id, path.deletion_id);
      return { status: 200, body: presentDeletion(deletion, await compactionDueSince()) };
    },
  } satisfies Partial<Handlers>;
}

function targetOf({ path }: { path: { memory_id: string } }, { account }: Principal) {
  return { accountId: account.id, id: path.memory_id };
}

function toContentReply(
  request: ContentRequest,
  { value: { etag, body }, isReplay }: Once<ReturnType<typeof presentUpdated>>,
): Reply {
  if (!isReplay) request.counted('memory_write');
  const headers = { ...replayHeaders({ isReplay }), ETag: etag };
  return prefersMinimal(request.header('prefer')) ? { status: 204, headers } : { status: 200, headers, body };
}

function toNewMemory(
  { restUserId }: Pick<HttpServices, 'restUserId'>,
  principal: Principal,
  body: Schemas['CreateMemoryRequest'],
): Omit<NewMemory, 'quota'> {
  const accountId = principal.account.id;
  const { text, messages, metadata = {}, infer = false, agent_id: agentId = null, run_id: runId = null } = body;
  return {
    ...{ accountId, actor: actorOf(principal), ...usersOf(body.user_id, accountId, restUserId) },
    ...{ agentId, runId, text, messages, metadata, infer },
    occurredAt: body.occurred_at === undefined ? null : toMilliseconds('/occurred_at', body.occurred_at),
    expiresAt: body.expires_at === undefined ? null : toMilliseconds('/expires_at', body.expires_at),
  };
}

function createMemoryHandler(services: RestWriteServices): Handler<'createMemory'> {
  return async (request, principal) => {
    const { account } = principal;
    const { body } = request;
    const input = { ...toNewMemory(services, principal, body), quota: quotaOf(account, services.clock.now()) };
    const responder = { idempotency: idempotencyOf(request, principal), present: presentWritten };
    const responded = await createMemory(services, input, responder);
    if (!responded.written) return toAcceptedReply(responded);
    request.counted('memory_write');
    const memory = await whenReady(services, responded.written, preferredWaitMs(request.header('prefer')));
    if (memory.status !== 'ready') return toAcceptedReply(responded);
    return { status: 201, headers: { Location: locationOf(memory) }, body: presentAccepted(memory) };
  };
}

/** Resolves to a memory when it is ready, or to the written one if that takes longer. */
async function whenReady(services: RestWriteServices, written: WrittenMemory, waitMs: number): Promise<WrittenMemory> {
  if (waitMs === 0) return written;
  const { id, accountId, redacted, skippedMessages } = written;
  const memory = await waitUntilReady(services, { accountId, id, waitMs, stopping: services.stopping });
  return memory?.status === 'ready' ? { ...memory, redacted, skippedMessages } : written;
}

export function createItemReader(services: Pick<HttpServices, 'restUserId'>, contract: ContractDocument) {
  const check = createValueCheck(contract, 'CreateMemoryRequest');
  return (item: Schemas['CreateMemoryRequest'], principal: Principal) => {
    const { restriction } = principal;
    check(item);
    return toNewMemory(services, principal, restriction ? restrictContent(item, restriction) : item);
  };
}

/** Each memory is checked separately, and only invalid ones are rejected. */
function createMemoriesHandler(services: RestWriteServices, contract: ContractDocument): Handler<'createMemories'> {
  const readItem = createItemReader(services, contract);
  return async (request, principal) => {
    const { account } = principal;
    const { memories } = request.body;
    const items = await Promise.all(memories.map((item) => orRejection(() => readItem(item, principal))));
    const batch = { accountId: account.id, items, quota: quotaOf(account, services.clock.now()) };
    const presentItem = (item: WrittenItem, index: number): Schemas['CreateMemoriesItem'] => {
      if (!(item instanceof DomainError)) return { index, memory: presentAccepted(item, pathOf(index)) };
      const problem = toDomainProblem(item, `/body${pathOf(index)}`);
      return { index, error: toProblemBody(problem, request.requestId) as Schemas['Problem'] };
    };
    const present = (all: WrittenItem[]): Schemas['CreateMemoriesResult'] => {
      const results = all.map(presentItem);
      const accepted = results.filter(({ memory }) => memory).length;
      return { accepted, rejected: results.length - accepted, results };
    };
    const responder = { idempotency: idempotencyOf(request, principal), present };
    const responded = await createMemories(services, batch, responder);
    const { written } = responded;
    if (!written) return toReply(200, responded);
    const rejections = written.filter((item) => item instanceof DomainError);
    for (const { code } of rejections) request.rejected(code);
    const accepted = written.length - rejections.length;
    if (accepted > 0) request.counted('memory_write', accepted);
    const waitMs = preferredWaitMs(request.header('prefer'));
    if (waitMs === 0) return toReply(200, responded);
    const wait = (item: WrittenItem) => (item instanceof DomainError ? item : whenReady(services, item, waitMs));
    return { status: 200, body: present(await Promise.all(written.map(wait))) };
  };
}

const pathOf = (index: number) => `/memories/${index}`;

/** Returns the users of a new memory (see `MNEMA_REST_USER_ID`). The account's own id is not an end user. */
function usersOf(named: string | undefined, accountId: string, restUserId: HttpServices['restUserId']) {
  if (restUserId === 'request') return { userId: named ?? accountId, endUserId: null };
  return { userId: accountId, endUserId: named === undefined || named === accountId ? null : named };
}

function presentUpdated(memory: Redacted<Memory>) {
  return { etag: memoryTag(memory), body: presentMemory(memory) };
}

const presentWritten = (memory: Memory | WrittenMemory) => presentAccepted(memory);
const idOf = ({ id }: Memory) => id;
const locationOf = ({ id }: { id: string }) => `/memories/${id}`;

function toAcceptedReply({ value: body, isReplay }: Once<ReturnType<typeof presentAccepted>>): Reply {
  return { status: 202, headers: { ...replayHeaders({ isReplay }), Location: locationOf(body) }, body };
}

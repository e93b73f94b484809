import type { ContractDocument } from '../../api/contract.ts';
import { preferredWaitMs } from '../../api/headers.ts';
import type { Handler, OperationRequest } from '../../api/operation-types.ts';
import { presentAccepted } from '../../api/present-memory.ts';
import { toDomainProblem, toProblemBody } from '../../api/problem.ts';
import { restrictContent } from '../../api/restrict-request.ts';
import { createValueCheck } from '../../api/schema-check.ts';
import { waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import { createMemories, orRejection, type WrittenItem } from '../../domain/memories/create-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { components } from '../../generated/contract.d.ts';
import { DomainError } from '../../ports/errors.ts';
import { responderBy, toReply } from './idempotency.ts';
import { type RestWriteServices, toNewMemory } from './write-handlers.ts';

type Schemas = components['schemas'];

/** Each memory is checked separately, and only invalid ones are rejected. */
export function createMemoriesHandler(
  services: RestWriteServices,
  contract: ContractDocument,
): Handler<'createMemories'> {
  const checkItem = createValueCheck(contract, 'CreateMemoryRequest');
  return async (request, principal) => {
    const { account, restriction } = principal;
    const items = await Promise.all(
      request.body.memories.map((item) =>
        orRejection(() => {
          checkItem(item);
          return toNewMemory(services, principal, restriction ? restrictContent(item, restriction) : item);
        }),
      ),
    );
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
    const responded = await createMemories(services, batch, responderBy(request, principal, present));
    const { written } = responded;
    if (!written) return toReply(200, responded);
    noteResults(request, written);
    const waitMs = preferredWaitMs(request.header('prefer'));
    if (waitMs === 0) return toReply(200, responded);
    return { status: 200, body: present(await waitForAll(services, written, waitMs)) };
  };
}

function noteResults(request: OperationRequest<'createMemories'>, all: readonly WrittenItem[]): void {
  const rejections = all.filter((item) => item instanceof DomainError);
  for (const { code } of rejections) request.rejected(code);
  if (rejections.length < all.length) request.counted('memory_write', all.length - rejections.length);
}

/** Resolves to the items with the memories that became ready in time. */
function waitForAll(services: RestWriteServices, all: readonly WrittenItem[], waitMs: number): Promise<WrittenItem[]> {
  return Promise.all(
    all.map(async (item) => {
      if (item instanceof DomainError) return item;
      const { id, accountId, redacted } = item;
      const memory = await waitUntilReady(services, { accountId, id, waitMs, stopping: services.stopping });
      return memory?.status === 'ready' ? { ...memory, redacted } : item;
    }),
  );
}

const pathOf = (index: number) => `/memories/${index}`;

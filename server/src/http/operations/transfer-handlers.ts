import { createHash } from 'node:crypto';
import type { ContractDocument } from '../../api/contract.ts';
import { exportLines } from '../../api/export-lines.ts';
import { itemsOf, type RawLine, splitLines } from '../../api/import-body.ts';
import { type LineReader, readLine } from '../../api/import-lines.ts';
import type { Handler, OperationRequest } from '../../api/operation-types.ts';
import { toDomainProblem } from '../../api/problem.ts';
import { createValueCheck } from '../../api/schema-check.ts';
import { toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { findReplay } from '../../domain/memories/commit-write.ts';
import { orRejection } from '../../domain/memories/create-memory.ts';
import type { ExportQuery } from '../../domain/memories/memory-store.ts';
import { toScope } from '../../domain/memories/scope.ts';
import { type ImportedLine, type ImportedMemory, importMemories } from '../../domain/transfer/import-memories.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { components } from '../../generated/contract.d.ts';
import { createCounts } from '../../lib/create-counts.ts';
import { DomainError, unavailable } from '../../ports/errors.ts';
import type { Actor } from '../../ports/memory.ts';
import { idempotencyOf, toReply } from './idempotency.ts';
import { type RestWriteServices, toNewMemory } from './write-handlers.ts';

type Schemas = components['schemas'];

export function transferHandlers(services: RestWriteServices, contract: ContractDocument) {
  return { exportMemories: exportHandler(services), importMemories: importHandler(services, contract) };
}

/** The maximum of open exports, each of which has a snapshot of the store. */
const maxExports = { perAccount: 2, inAll: 16 };

function exportHandler({ store, clock }: Pick<HttpServices, 'store' | 'clock'>): Handler<'exportMemories'> {
  const open = createCounts();
  const inAll = '';
  const count = (accountId: string, change: 1 | -1) => {
    for (const name of [inAll, accountId]) open.add(name, change);
  };

  async function openExport(accountId: string, query: ExportQuery): ReturnType<typeof store.openExport> {
    if (open.of(inAll) >= maxExports.inAll || open.of(accountId) >= maxExports.perAccount) {
      throw unavailable('Too many exports are open. Read them to the end, then try again.', 5);
    }
    count(accountId, 1);
    try {
      const { next, close } = await store.openExport(query);
      return { next, close: () => close().finally(() => count(accountId, -1)) };
    } catch (error) {
      count(accountId, -1);
      throw error;
    }
  }

  return async ({ query, concerns, checkCredential }, { account, restriction }) => {
    const { versions = false, ...scope } = query;
    const input = { ...toScopeInput(account.id, query), restriction };
    concerns({ detail: { parameters: Object.keys(scope), versions } });
    const opened = await openExport(account.id, { scope: toScope(input), versions });
    try {
      // A store that is unavailable is still a 503.
      const first = await opened.next();
      // A slow client must not continue with a credential that has ended.
      const rest = { ...opened, next: () => checkCredential().then(opened.next) };
      const head = { accountId: account.id, exportedAt: clock.now(), scope, versions, restriction };
      return { status: 200, stream: { type: 'application/x-ndjson', parts: exportLines(rest, first, head) } };
    } catch (error) {
      await opened.close();
      throw error;
    }
  };
}

/** The number of lines in one commit. Other writes wait for it. */
const linesInCommit = 100;

function importHandler(services: RestWriteServices, contract: ContractDocument): Handler<'importMemories'> {
  const checkContent = createValueCheck(contract, 'CreateMemoryRequest');
  const checkExported = createValueCheck(contract, 'ExportedMemory');
  return async (request, principal) => {
    const lines = isJson(request) ? itemsOf(request.body) : splitLines(request.body);
    const body = createHash('sha256').update(request.body).digest('hex');
    const idempotency = idempotencyOf(request, principal, body);
    // The response is stored with the last commit. A repetition must not reach the commits before it.
    const replayed = await findReplay(services.store, principal.account.id, { idempotency });
    if (replayed) return toReply(200, replayed);
    const actor: Actor = { kind: 'import', keyPrefix: principal.keyPrefix };
    const reader: LineReader = {
      ...{ principal, checkContent, checkExported, now: services.clock.now() },
      toNewMemory: (content) => ({ ...toNewMemory(services, principal, content), actor }),
    };
    let sum: Schemas['ImportResult'] = { accepted: 0, skipped: 0, rejected: [] };
    const last = Math.max(0, Math.ceil(lines.length / linesInCommit) - 1);
    for (let slice = 0; ; slice++) {
      const read = await readSlice(lines.slice(slice * linesInCommit, (slice + 1) * linesInCommit), reader);
      const { account, restriction } = principal;
      const quota = quotaOf(account, services.clock.now());
      const before = sum;
      const responded = await importMemories(
        services,
        { accountId: account.id, restriction, quota, lines: read.map(({ memory }) => memory) },
        {
          idempotency: slice === last ? idempotency : undefined,
          present: (outcomes: ImportedLine[]) => addUp(before, read, outcomes),
        },
      );
      if (!responded.written) return toReply(200, responded);
      sum = responded.value;
      noteOutcomes(request, responded.written, sum);
      if (slice === last) return toReply(200, responded);
    }
  };
}

type ImportRequest = OperationRequest<'importMemories'>;

function isJson({ header }: ImportRequest): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(header('content-type') ?? '');
}

interface ReadLine {
  number: number;
  memory: ImportedMemory | DomainError;
}

async function readSlice(lines: readonly RawLine[], reader: LineReader): Promise<ReadLine[]> {
  const read = await Promise.all(
    lines.map(async ({ number, parse }) => ({ number, memory: await orRejection(() => readLine(parse(), reader)) })),
  );
  return read.filter((line): line is ReadLine => line.memory !== null);
}

/** Returns the result so far, with the outcomes of further lines. */
function addUp(
  { accepted, skipped, rejected }: Schemas['ImportResult'],
  lines: readonly ReadLine[],
  outcomes: readonly ImportedLine[],
): Schemas['ImportResult'] {
  const rejections = outcomes.flatMap((outcome, at) =>
    outcome instanceof DomainError ? presentRejection(lines[at]?.number ?? 0, outcome) : [],
  );
  const further = outcomes.filter((outcome) => outcome === 'skipped').length;
  return {
    accepted: accepted + outcomes.length - further - rejections.length,
    skipped: skipped + further,
    rejected: [...rejected, ...rejections],
  };
}

/** Presents the error of a line. One about the line as a whole names no field. */
function presentRejection(line: number, error: DomainError): Schemas['RejectedLine'] {
  const isWhole = error.errors?.[0]?.path === '';
  const message = toDomainProblem(error, '').message.replace(
    isWhole ? 'The request is not valid:' : 'The request is',
    isWhole ? 'The line' : 'The line is',
  );
  return { line, code: error.code, message };
}

function noteOutcomes(
  { rejected, counted, concerns }: ImportRequest,
  outcomes: readonly ImportedLine[],
  sum: Schemas['ImportResult'],
): void {
  for (const outcome of outcomes) if (outcome instanceof DomainError) rejected(outcome.code);
  if (sum.accepted > 0) counted('memory_write', sum.accepted);
  concerns({ detail: { accepted: sum.accepted, skipped: sum.skipped, rejected: sum.rejected.length } });
}

import { createHash } from 'node:crypto';
import { createValueCheck, type ValueCheck } from '../../api/checked-values.ts';
import type { ContractDocument } from '../../api/contract.ts';
import { exportLines } from '../../api/export-lines.ts';
import { itemsOf, type RawLine, splitLines } from '../../api/import-body.ts';
import { type LineReader, readLine } from '../../api/import-lines.ts';
import type { Handler, Handlers, OperationRequest } from '../../api/operation-types.ts';
import { toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { toDomainProblem } from '../../api/to-problem.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { findReplay } from '../../domain/memories/commit-write.ts';
import { orRejection } from '../../domain/memories/create-memories.ts';
import { toScope } from '../../domain/memories/scope.ts';
import { type ImportedLine, type ImportedMemory, importMemories } from '../../domain/transfer/import-memories.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { components } from '../../generated/contract.d.ts';
import { createCounts } from '../../lib/create-counts.ts';
import { DomainError } from '../../ports/errors.ts';
import type { MemoryExport } from '../../ports/memory-store.ts';
import { idempotencyOf } from './idempotency.ts';
import { type RestWriteServices, toNewMemory, toReply } from './write-handlers.ts';

type Schemas = components['schemas'];

/** Creates the handlers that export and import memories. */
export function transferHandlers(
  services: RestWriteServices,
  contract: ContractDocument,
): Pick<Handlers, 'exportMemories' | 'importMemories'> {
  return { exportMemories: exportHandler(services), importMemories: importHandler(services, contract) };
}

/** The maximum of open exports, each of which has a snapshot of the store. */
const maxExports = { perAccount: 2, inAll: 16 };

function exportHandler({ store, clock }: Pick<HttpServices, 'store' | 'clock'>): Handler<'exportMemories'> {
  const openByAccount = createCounts();
  let open = 0;

  async function openExport(accountId: string, query: Parameters<typeof store.openExport>[0]): Promise<MemoryExport> {
    if (open >= maxExports.inAll || openByAccount.of(accountId) >= maxExports.perAccount) throw tooManyExports();
    open++;
    openByAccount.add(accountId, 1);
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      open--;
      openByAccount.add(accountId, -1);
    };
    try {
      const opened = await store.openExport(query);
      return { next: opened.next, close: () => opened.close().finally(end) };
    } catch (error) {
      end();
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

function tooManyExports(): DomainError {
  return new DomainError('unavailable', 'Too many exports are open. Read them to the end, then try again.', {
    retryAfterSeconds: 5,
  });
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
    const reader = createReader(services, principal, { checkContent, checkExported });
    const counts = createImportCounts();
    const last = Math.max(0, Math.ceil(lines.length / linesInCommit) - 1);
    for (let slice = 0; ; slice++) {
      const read = await readSlice(lines.slice(slice * linesInCommit, (slice + 1) * linesInCommit), reader);
      const { account, restriction } = principal;
      const responded = await importMemories(
        services,
        {
          ...{ accountId: account.id, restriction, quota: quotaOf(account, services.clock.now()) },
          lines: read.map(({ memory }) => memory),
        },
        {
          idempotency: slice === last ? idempotency : undefined,
          present: (outcomes: ImportedLine[]) =>
            counts.with(outcomes.map((outcome, at) => ({ number: read[at]?.number ?? 0, outcome }))),
        },
      );
      const { value, response } = responded;
      if (!value) return toReply(200, responded);
      counts.keep(response);
      noteOutcomes(request, value, response);
      if (slice === last) return toReply(200, responded);
    }
  };
}

type ImportRequest = OperationRequest<'importMemories'>;

function isJson({ header }: ImportRequest): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(header('content-type') ?? '');
}

function createReader(
  services: RestWriteServices,
  principal: Principal,
  checks: Record<'checkContent' | 'checkExported', ValueCheck>,
): LineReader {
  return {
    ...{ principal, ...checks, now: services.clock.now() },
    toNewMemory: (content) => ({
      ...toNewMemory(services, principal, content),
      actor: { kind: 'import', keyPrefix: principal.keyPrefix },
    }),
  };
}

interface ReadLine {
  number: number;
  memory: ImportedMemory | DomainError;
}

/** Parses lines, without the header and the end of an export. */
async function readSlice(lines: readonly RawLine[], reader: LineReader): Promise<ReadLine[]> {
  const read = await Promise.all(
    lines.map(async ({ number, parse }) => ({ number, memory: await orRejection(() => readLine(parse(), reader)) })),
  );
  return read.filter((line): line is ReadLine => line.memory !== null);
}

/** Adds up the results of the lines. */
function createImportCounts() {
  let kept: Schemas['ImportResult'] = { accepted: 0, skipped: 0, rejected: [] };
  return {
    with(lines: readonly { number: number; outcome: ImportedLine }[]): Schemas['ImportResult'] {
      const rejected = lines.flatMap(({ number, outcome }) =>
        outcome instanceof DomainError ? presentRejection(number, outcome) : [],
      );
      const skipped = lines.filter(({ outcome }) => outcome === 'skipped').length;
      return {
        accepted: kept.accepted + lines.length - skipped - rejected.length,
        skipped: kept.skipped + skipped,
        rejected: [...kept.rejected, ...rejected],
      };
    },
    keep(result: Schemas['ImportResult']): void {
      kept = result;
    },
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

/** Counts the accepted memories against the quota, and each rejection. */
function noteOutcomes(
  { rejected, counted, concerns }: ImportRequest,
  outcomes: readonly ImportedLine[],
  sum: Schemas['ImportResult'],
): void {
  for (const outcome of outcomes) if (outcome instanceof DomainError) rejected(outcome.code);
  if (sum.accepted > 0) counted('memory_write', sum.accepted);
  concerns({ detail: { accepted: sum.accepted, skipped: sum.skipped, rejected: sum.rejected.length } });
}

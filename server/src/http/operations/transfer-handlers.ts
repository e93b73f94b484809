import { createHash } from 'node:crypto';
import type { ContractDocument } from '../../api/contract.ts';
import { idempotencyOf, toReply } from '../../api/idempotency.ts';
import { exportFormatVersion, type LineReader, type ReadLine, readLine } from '../../api/import-lines.ts';
import { readImportedFields } from '../../api/imported-fields.ts';
import type { Handler, Schemas } from '../../api/operation-types.ts';
import { parseJson } from '../../api/parse-json.ts';
import { toDateTime, toOptionalDateTime } from '../../api/present-fields.ts';
import { presentActor, presentMemory, presentVersion } from '../../api/present-memory.ts';
import { toDomainProblem } from '../../api/problem.ts';
import { createValueCheck } from '../../api/schema-check.ts';
import { toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { findReplay } from '../../domain/memories/commit-write.ts';
import { redactText } from '../../domain/memories/content-policy.ts';
import { orRejection } from '../../domain/memories/create-memory.ts';
import type { ExportedRecord } from '../../domain/memories/memory-store.ts';
import { isWithin, type Restriction, toScope } from '../../domain/memories/scope.ts';
import { type ImportedLine, type ImportedMemory, importMemories } from '../../domain/transfer/import-memories.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { pausesEvery, waitForRound } from '../../lib/yielding.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { Actor } from '../../ports/memory.ts';
import type { OpenPages } from '../../ports/record-store.ts';
import { createExportSlots } from './export-slots.ts';
import { createItemReader, type RestWriteServices } from './write-handlers.ts';

export function exportHandler({ store, clock }: Pick<HttpServices, 'store' | 'clock'>): Handler<'exportMemories'> {
  const limited = createExportSlots(clock.now);
  return async ({ query, concerns, checkCredential }, { account, restriction }) => {
    const { versions = false, ...scope } = query;
    const exported = { scope: toScope({ ...toScopeInput(account.id, query), restriction }), versions };
    concerns({ detail: { parameters: Object.keys(scope), versions } });
    const head = { accountId: account.id, exportedAt: clock.now(), scope, versions, restriction };
    // A slow client must not continue with a credential that has ended.
    const parts = exportLines(() => store.openExport(exported), head, checkCredential);
    return { status: 200, stream: { type: 'application/x-ndjson', ...limited(account.id, parts) } };
  };
}

/** The number of memories that are rendered in one tick of the event loop. */
const memoriesInTick = 25;

interface ExportHead extends Pick<Schemas['ExportHeader'], 'scope' | 'versions'> {
  accountId: string;
  exportedAt: number;
  /** The restriction of the caller. Versions in other projects are left out. */
  restriction: Restriction;
}

/** Renders the lines of an export, in parts. The export is closed at the end, even if the reader stops earlier. */
async function* exportLines(
  open: () => Promise<OpenPages<ExportedRecord>>,
  { accountId, exportedAt, scope, versions, restriction }: ExportHead,
  beforePage: () => Promise<void>,
): AsyncGenerator<string, void> {
  const opened = await open();
  let count = 0;
  try {
    const header: Schemas['ExportHeader'] = {
      ...{ format: 'mnema', version: exportFormatVersion, exported_at: toDateTime(exportedAt) },
      ...{ owner_user_id: accountId, versions, scope },
    };
    // The header comes after the first page, so that a store that is unavailable is still a 503.
    let page = await opened.next();
    yield toLine(header);
    for (; page.length > 0; page = await beforePage().then(opened.next)) {
      for (let at = 0; at < page.length; at += memoriesInTick) {
        await waitForRound(accountId);
        const records = page.slice(at, at + memoriesInTick);
        yield records.map((record) => toLine(presentExported(record, versions, restriction))).join('');
      }
      count += page.length;
    }
    yield toLine({ end: true, count } satisfies Schemas['ExportEnd']);
  } finally {
    await opened.close();
  }
}

const toLine = (value: object) => `${JSON.stringify(value)}\n`;

/** Renders a memory for an export, with its former versions newest first. */
function presentExported(
  { memory, outcome, versions }: ExportedRecord,
  withVersions: boolean,
  restriction: Restriction,
): Schemas['ExportedMemory'] {
  const presented = presentMemory({ ...memory, outcome });
  const { attempts: _attempts, next_attempt_at: _nextAttemptAt, redacted: _redacted, ...fields } = presented;
  const shown = versions.filter(({ metadata }) => isWithin({ ...memory, metadata }, restriction)).toReversed();
  return {
    ...fields,
    ...{ owner_user_id: memory.accountId, infer: memory.infer, archived: memory.isArchived },
    changed_by: presentActor(memory.changedBy),
    text_changed_at: toOptionalDateTime(memory.textChangedAt),
    ...(withVersions ? { versions: shown.map(presentVersion) } : {}),
  };
}

/** The number of lines in one commit. Other writes wait for it. */
const linesInCommit = 100;

export function importHandler(services: RestWriteServices, contract: ContractDocument): Handler<'importMemories'> {
  const readItem = createItemReader(services, contract);
  const checkExported = createValueCheck(contract, 'ExportedMemory');
  const fields = readImportedFields(contract);
  return async (request, principal) => {
    const isJson = /^\s*application\/json\s*(;|$)/i.test(request.header('content-type') ?? '');
    const lines = isJson ? itemsOf(request.body) : splitLines(request.body);
    const body = createHash('sha256').update(request.body).digest('hex');
    const idempotency = idempotencyOf(request, principal, body);
    // The response is stored with the last commit. A repetition must not reach the commits before it.
    const replayed = await findReplay(services.store, principal.account.id, { idempotency });
    if (replayed) return toReply(200, replayed);
    const actor: Actor = { kind: 'import', keyPrefix: principal.keyPrefix };
    const reader: LineReader = {
      ...{ principal, checkExported, fields, now: services.clock.now() },
      toNewMemory: (fields) => ({ ...readItem(fields as Schemas['CreateMemoryRequest'], principal), actor }),
    };
    const { account, restriction } = principal;
    let sum: Schemas['ImportResult'] = { accepted: 0, skipped: 0, rejected: [] };
    for (let at = 0; ; at += linesInCommit) {
      const isLast = at + linesInCommit >= lines.length;
      const read = await readSlice(lines.slice(at, at + linesInCommit), reader);
      const quota = quotaOf(account, services.clock.now());
      const slice = { accountId: account.id, restriction, quota, lines: read.map(({ memory }) => memory) };
      const before = sum;
      const present = (outcomes: ImportedLine[]) => addUp(before, read, outcomes);
      const responder = { idempotency: isLast ? idempotency : undefined, present };
      const responded = await importMemories(services, slice, responder);
      if (!responded.written) return toReply(200, responded);
      sum = responded.value;
      for (const outcome of responded.written) if (outcome instanceof DomainError) request.rejected(outcome.code);
      const { accepted, skipped, rejected } = sum;
      if (accepted > 0) request.counted('memory_write', accepted);
      request.concerns({ detail: { accepted, skipped, rejected: rejected.length } });
      if (isLast) return toReply(200, responded);
    }
  };
}

interface NumberedLine extends Pick<ReadLine, 'ignored'> {
  number: number;
  memory: ImportedMemory | DomainError;
}

/** The length of lines that are parsed in one tick of the event loop, in bytes. */
const bytesInTick = 64 * 1024;

async function readSlice(lines: readonly RawLine[], reader: LineReader): Promise<NumberedLine[]> {
  const isDue = pausesEvery(bytesInTick);
  const read: NumberedLine[] = [];
  let bytes = 0;
  for (const { number, length, parse } of lines) {
    const line = await orRejection(() => readLine(parse(), reader));
    if (line instanceof DomainError) read.push({ number, memory: line, ignored: [] });
    else if (line !== null) read.push({ number, ...line });
    bytes += length;
    if (isDue(bytes)) await waitForRound(reader.principal.account.id);
  }
  return read;
}

function addUp(
  { accepted, skipped, rejected, ignored }: Schemas['ImportResult'],
  lines: readonly NumberedLine[],
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
    ...countIgnored(ignored, lines, outcomes),
  };
}

const maxIgnored = 50;
const maxNameLength = 64;

/** Adds the fields that the written memories of these lines do not have. */
function countIgnored(
  before: Schemas['ImportResult']['ignored'],
  lines: readonly NumberedLine[],
  outcomes: readonly ImportedLine[],
): Pick<Schemas['ImportResult'], 'ignored'> {
  const counts = new Map(Object.entries(before ?? {}));
  const add = (name: string, count: number) => {
    const other = counts.size < maxIgnored ? presentName(name) : '…';
    const key = counts.has(name) ? name : other;
    counts.set(key, (counts.get(key) ?? 0) + count);
  };
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome instanceof DomainError || outcome === 'skipped') continue;
    for (const name of lines[at]?.ignored ?? []) add(name, 1);
    if (outcome.skippedMessages) add('messages', outcome.skippedMessages);
  }
  return counts.size === 0 ? {} : { ignored: Object.fromEntries(counts) };
}

/** The caller chooses names, which may be long or secrets. */
function presentName(name: string): string {
  const shown = redactText(name.slice(0, 4 * maxNameLength));
  return shown.length <= maxNameLength ? shown.toWellFormed() : `${shown.slice(0, maxNameLength - 1).toWellFormed()}…`;
}

/** Presents the error of a line. One about the line as a whole names no field. */
function presentRejection(line: number, error: DomainError): Schemas['RejectedLine'] {
  const [begin, instead] =
    error.errors?.[0]?.path === '' ? ['The request is not valid:', 'The line'] : ['The request', 'The line'];
  return { line, code: error.code, message: toDomainProblem(error, '').message.replace(begin, instead) };
}

/** The maximum of lines in a request, including blank ones, because the response contains all rejections. */
const maxImportLines = 10_000;

interface RawLine {
  number: number;
  /** In bytes. It is 0 for an item of a document, which is already parsed. */
  length: number;
  /** @throws {DomainError} when it is not valid JSON */
  parse(): unknown;
}

/** Splits lines of JSON. Blank lines have numbers, but are not lines of the import. @throws {DomainError} */
function splitLines(body: Buffer): RawLine[] {
  const lines: RawLine[] = [];
  for (let number = 1, start = 0; start < body.length; number++) {
    if (number > maxImportLines) throw tooManyLines();
    const found = body.indexOf(lineFeed, start);
    const end = found < 0 ? body.length : found;
    const bytes = body.subarray(start, end);
    if (!isBlank(bytes)) lines.push({ number, length: bytes.length, parse: () => parseJson(bytes, { form }) });
    start = end + 1;
  }
  return lines;
}

const form = 'one JSON object in each line';
const lineFeed = 0x0a;

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}

/** Reads the lines of one JSON document: an array, or an object with the array in `results`. @throws {DomainError} */
function itemsOf(body: Buffer): RawLine[] {
  // Each item is checked separately.
  const document = parseJson(body, { checksValues: false });
  const items: unknown = Array.isArray(document) ? document : (document as { results?: unknown } | null)?.results;
  if (!Array.isArray(items)) {
    const form = 'must be an array, or an object with an array in results';
    const message = `${form}; send lines of JSON with Content-Type: application/x-ndjson`;
    throw invalidRequest({ path: '', message });
  }
  if (items.length > maxImportLines) throw tooManyLines();
  return items.map((item, index) => ({ number: index + 1, length: 0, parse: () => item }));
}

function tooManyLines() {
  const message = `has more than ${maxImportLines} lines: split it into several requests`;
  return invalidRequest({ path: '', message });
}

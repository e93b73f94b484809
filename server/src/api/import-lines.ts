import { createHash } from 'node:crypto';
import type { Principal } from '../domain/accounts/authenticate.ts';
import { rejectSecretIds } from '../domain/memories/content-policy.ts';
import type { NewMemory } from '../domain/memories/create-memory.ts';
import { maxVersions } from '../domain/memories/kinds.ts';
import { toText } from '../domain/text/joined-text.ts';
import type { ImportedMemory, ImportedPast } from '../domain/transfer/import-memories.ts';
import { canonicalJson } from '../domain/usage/idempotency.ts';
import { type DomainError, invalidRequest } from '../ports/errors.ts';
import type { MemoryOutcome } from '../ports/memory.ts';
import { toMilliseconds } from './dates.ts';
import type { Schemas } from './operation-types.ts';
import { requireProject } from './restrict-request.ts';

type Line = Record<string, unknown>;

/** The version of the format of exports that this server writes, and the newest one that it reads. */
export const exportFormatVersion = 1;

export interface LineReader {
  principal: Principal;
  /** Checks a line of an export. @throws {DomainError} `invalid_request` */
  checkExported(line: unknown): void;
  /** Checks and converts the fields of a new memory, as in `POST /memories`. @throws {DomainError} */
  toNewMemory(fields: Line): Omit<NewMemory, 'quota'>;
  now: number;
}

const maxIdLength = 256;
/** The clocks of two servers may differ by this much. */
const toleranceMs = 24 * 60 * 60 * 1_000;

/** Reads a line, which is one of an export, a memory of mem0, or a text. @returns null for the header and the end */
export function readLine(line: unknown, reader: LineReader): ImportedMemory | null {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) {
    throw fault('', 'must be an object; send a JSON array with Content-Type: application/json');
  }
  const fields = line as Line;
  const isMemory = 'memory' in fields || 'text' in fields;
  if (!isMemory && 'format' in fields) return checkHeader(fields);
  if (!isMemory && 'end' in fields) return null;
  if ('memory' in fields && 'owner_user_id' in fields && 'end_user_id' in fields) {
    reader.checkExported(fields);
    return fromExport(fields as unknown as Schemas['ExportedMemory'], reader);
  }
  if ('memory' in fields) return fromMem0(fields, reader);
  if ('text' in fields) return fromText(fields, reader);
  throw fault('', 'has neither memory nor text: send a line of an export, a memory of mem0, or {"text": "…"}');
}

function checkHeader({ format, version }: Line): null {
  if (format !== 'mnema') throw fault('/format', 'is unknown: it must be mnema, the format of GET /export');
  if (typeof version === 'number' && version <= exportFormatVersion) return null;
  throw fault('/version', `is newer than ${exportFormatVersion}, which this server reads: upgrade the server`);
}

function fromExport(line: Schemas['ExportedMemory'], reader: LineReader): ImportedMemory {
  const named = line.end_user_id ?? (line.user_id === line.owner_user_id ? undefined : line.user_id);
  const fields = withoutAbsent({
    ...(line.messages ? { messages: line.messages } : { text: line.memory }),
    ...{ user_id: named, agent_id: line.agent_id, run_id: line.run_id, metadata: line.metadata },
    ...{ infer: line.infer && !line.archived, expires_at: line.expires_at },
    // Only a stated time distinguishes copies.
    occurred_at: line.occurred_at === line.created_at ? undefined : line.occurred_at,
  });
  const input = reader.toNewMemory(fields);
  if (line.messages && toText(line.messages) !== line.memory) {
    throw fault('/messages', 'differ from memory: leave them out, or send the lines of the export unchanged');
  }
  // The users stay unchanged, unlike those of a write over REST.
  const users = {
    ...(named === undefined ? {} : { userId: named, endUserId: null }),
    ...(line.end_user_id === null ? {} : { userId: reader.principal.account.id, endUserId: line.end_user_id }),
  };
  const id = idOf(line.id);
  return {
    ...{ ...input, ...users, ...timesOf(line, reader) },
    key: keyOf(reader, `id:${id}`),
    id: isMemoryId(id) ? id : null,
    past: pastOf(line, reader),
  };
}

function pastOf(line: Schemas['ExportedMemory'], reader: LineReader): ImportedPast {
  const { outcome, duplicate_of: duplicateOf = null, extracted_ids: extractedIds = [] } = line;
  const { original_text: originalText = null, source_memory_id: sourceMemoryId = null } = line;
  const isExtracted = outcome !== null && outcome !== 'stored';
  if (line.archived && !isExtracted) throw fault('/archived', 'is allowed only with an outcome of extraction');
  requireMemoryIds('/source_memory_id', sourceMemoryId);
  requireMemoryIds('/duplicate_of', duplicateOf);
  requireMemoryIds('/extracted_ids', ...extractedIds);
  return {
    ...{ version: line.version, outcome: toOutcome(outcome), isArchived: line.archived, sourceMemoryId },
    extraction: isExtracted ? { duplicateOf, extractedIds, originalText } : null,
    textChangedAt: pastTime(line, 'text_changed_at', reader),
    versions: versionsOf(line, reader),
  };
}

function toOutcome(outcome: string | null): MemoryOutcome | null {
  const known: readonly string[] = ['stored', 'extracted', 'duplicate', 'nothing_to_store'] satisfies MemoryOutcome[];
  if (outcome === null || known.includes(outcome)) return outcome as MemoryOutcome | null;
  throw fault('/outcome', `must be one of ${known.join(', ')}`);
}

function versionsOf(line: Schemas['ExportedMemory'], reader: LineReader): ImportedPast['versions'] {
  const { restriction } = reader.principal;
  const given = line.versions ?? [];
  if (given.length >= maxVersions) throw fault('/versions', `must have at most ${maxVersions - 1} items`);
  let next = { version: line.version, at: toMilliseconds('/updated_at', line.updated_at) };
  const newestFirst = given.map((one, index) => {
    const location = `/versions/${index}`;
    if (one.version >= next.version)
      throw fault(`${location}/version`, 'must be smaller than that of the next version');
    if (restriction) requireProject(one.metadata, restriction);
    const changedAt = pastTime(one, 'changed_at', reader, location) ?? next.at;
    const version = {
      ...{ version: one.version, text: one.text, messages: one.messages ?? null, metadata: one.metadata },
      ...{ changedAt, replacedAt: next.at },
    };
    next = { version: one.version, at: changedAt };
    return version;
  });
  return newestFirst.reverse();
}

/** The fields of mem0 that have no counterpart are left out: hashes, its owner, and the like. */
function fromMem0(line: Line, reader: LineReader): ImportedMemory {
  const { categories, app_id: appId } = line;
  const metadata = line['metadata'] ?? {};
  if (typeof metadata !== 'object') throw fault('/metadata', 'must be an object');
  return toImport(line, reader, {
    ...{ text: line['memory'], user_id: line['user_id'], agent_id: line['agent_id'], run_id: line['run_id'] },
    metadata: { ...withoutAbsent({ categories, app_id: appId }), ...metadata },
    occurred_at: statedTime(line, 'occurred_at'),
    expires_at: statedTime(line, 'expires_at') ?? statedTime(line, 'expiration_date'),
  });
}

const textFields = new Set([
  ...['text', 'user_id', 'agent_id', 'run_id', 'metadata', 'occurred_at', 'expires_at'],
  ...['id', 'created_at', 'updated_at'],
]);

function fromText(line: Line, reader: LineReader): ImportedMemory {
  if (Object.keys(line).some((name) => !textFields.has(name))) {
    throw fault('', `has an unknown field; a line with text allows only ${[...textFields].join(', ')}`);
  }
  const { id: _id, created_at: _createdAt, updated_at: _updatedAt, ...content } = line;
  const times = { occurred_at: statedTime(line, 'occurred_at'), expires_at: statedTime(line, 'expires_at') };
  return toImport(line, reader, { ...content, ...times });
}

function toImport(line: Line, reader: LineReader, fields: Line): ImportedMemory {
  const given = line['id'] ?? null;
  const id = given === null ? null : idOf(given);
  const hash = () => createHash('sha256').update(canonicalJson(line)).digest('hex');
  return {
    ...reader.toNewMemory(withoutAbsent(fields)),
    ...timesOf(line, reader),
    key: keyOf(reader, id === null ? `sha256:${hash()}` : `id:${id}`),
    ...{ id: null, past: null },
  };
}

function timesOf(line: object, reader: LineReader) {
  return { createdAt: pastTime(line, 'created_at', reader), updatedAt: pastTime(line, 'updated_at', reader) };
}

function idOf(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) {
    throw fault('/id', `must be a string of 1 to ${maxIdLength} characters`);
  }
  rejectSecretIds({ id });
  return id;
}

/** Whether an id has the format of Mnema. Other ids would not sort by the time of their memory. */
function isMemoryId(id: string): boolean {
  return /^mem_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id);
}

/** Checks ids that an export refers to. Other strings could hold what no memory may. */
function requireMemoryIds(path: string, ...ids: readonly (string | null)[]): void {
  if (ids.every((id) => id === null || isMemoryId(id))) return;
  throw fault(path, 'must be ids of memories, such as mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2: remove other values');
}

/** A restricted key has keys of its own, so that its lines are never skipped for memories that it can't reach. */
function keyOf({ principal: { restriction } }: LineReader, key: string): string {
  if (restriction === null) return key;
  return `${key}\n${createHash('sha256').update(canonicalJson(restriction)).digest('hex')}`;
}

const timeForm = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** Returns the time in a field, or undefined. A time without a zone is in UTC, and a date is its first moment. */
function statedTime(line: object, name: string, location = ''): string | undefined {
  const value: unknown = line[name as keyof typeof line] ?? null;
  if (value === null) return undefined;
  const [, day, time, zone] = (typeof value === 'string' && timeForm.exec(value)) || [];
  if (day === undefined)
    throw fault(`${location}/${name}`, 'is not a date and time: send one like 2026-11-21T09:30:00Z');
  if (time === undefined) return `${day}T00:00:00Z`;
  const seconds = time.length === 'HH:MM'.length ? `${time}:00` : time;
  const withColon = zone?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase() ?? 'Z';
  return `${day}T${seconds}${withColon}`;
}

/** Returns the time in a field that may not be in the future, in milliseconds, or null. */
function pastTime(line: object, name: string, { now }: LineReader, location = ''): number | null {
  const stated = statedTime(line, name, location);
  if (stated === undefined) return null;
  const at = toMilliseconds(`${location}/${name}`, stated);
  if (at > now + toleranceMs) throw fault(`${location}/${name}`, 'is in the future: send the time when it happened');
  return at;
}

function withoutAbsent(fields: Line): Line {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null));
}

function fault(path: string, message: string): DomainError {
  return invalidRequest({ path, message });
}

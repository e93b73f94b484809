import { createHash } from 'node:crypto';
import type { Principal } from '../domain/accounts/authenticate.ts';
import { rejectSecretIds } from '../domain/memories/content-policy.ts';
import type { NewMemory } from '../domain/memories/create-memory.ts';
import { maxVersions } from '../domain/memories/kinds.ts';
import { toText } from '../domain/text/joined-text.ts';
import type { ImportedMemory, ImportedPast } from '../domain/transfer/import-memories.ts';
import { canonicalJson } from '../domain/usage/idempotency.ts';
import type { MemoryOutcome } from '../ports/memory.ts';
import { toMilliseconds } from './dates.ts';
import { fault, type ImportedFields, type Line, pastTime, requireSame, takeFields } from './imported-fields.ts';
import type { Schemas } from './operation-types.ts';
import { isObject } from './parse-json.ts';
import { requireProject } from './restrict-request.ts';

/** The version of the format of exports that this server writes, and the newest one that it reads. */
export const exportFormatVersion = 1;

export interface LineReader {
  principal: Principal;
  /** Checks a line of an export. @throws {DomainError} `invalid_request` */
  checkExported(line: unknown): void;
  /** Checks and converts the fields of a new memory, as in `POST /memories`. @throws {DomainError} */
  toNewMemory(fields: Line): Omit<NewMemory, 'quota'>;
  fields: ImportedFields;
  now: number;
}

const maxIdLength = 256;

/** A memory of an import, and the names of the fields that it does not take. */
export interface ReadLine {
  memory: ImportedMemory;
  ignored: string[];
}

/** Reads a line of an export, or a memory in another form. @returns null for the header and the end */
export function readLine(given: unknown, reader: LineReader): ReadLine | null {
  if (!isObject(given)) throw fault('', 'must be an object; send a JSON array with Content-Type: application/json');
  if ('memory' in given && 'owner_user_id' in given && 'end_user_id' in given) {
    reader.checkExported(given);
    const isIgnored = (name: string) => !reader.fields.exported.has(name);
    const memory = fromExport(given as unknown as Schemas['ExportedMemory'], reader);
    return { memory, ignored: Object.keys(given).filter(isIgnored) };
  }
  const { fields, ignored } = takeFields(isPresented(given) ? { ...given, user_id: null } : given, reader.fields);
  if ('text' in fields || 'messages' in fields) return { memory: fromFields(given, fields, reader), ignored };
  if ('format' in given) return checkHeader(given);
  if ('end' in given) return null;
  if ('results' in given) throw fault('', 'has results: send the document with Content-Type: application/json');
  throw fault('', 'has neither memory nor text nor messages: send a line of an export, or {"text": "…"}');
}

/** Lists, searches and reads show a memory with its account as `user_id`, which may be one of another server. */
function isPresented({ id, user_id, end_user_id }: Line): boolean {
  const isOfAccount = /^acct_[0-9A-HJKMNP-TV-Z]{26}$/.test(String(user_id));
  return isOfAccount && end_user_id !== undefined && isMemoryId(String(id));
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
    ...{ ...input, ...users },
    createdAt: pastTime(line.created_at, '/created_at', reader.now),
    updatedAt: pastTime(line.updated_at, '/updated_at', reader.now),
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
    textChangedAt: pastTime(line.text_changed_at, '/text_changed_at', reader.now),
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
    const changedAt = pastTime(one.changed_at, `${location}/changed_at`, reader.now) ?? next.at;
    const version = {
      ...{ version: one.version, text: one.text, messages: one.messages ?? null, metadata: one.metadata },
      ...{ changedAt, replacedAt: next.at },
    };
    next = { version: one.version, at: changedAt };
    return version;
  });
  return newestFirst.reverse();
}

function fromFields(line: Line, fields: Line, reader: LineReader): ImportedMemory {
  const { id: givenId, created_at: createdAt, updated_at: updatedAt, categories, app_id, ...content } = fields;
  const added = withoutAbsent({ categories, app_id });
  const { metadata = {} } = content;
  if (!isObject(metadata)) throw fault('/metadata', 'must be an object');
  for (const [name, value] of Object.entries(added)) {
    if (Object.hasOwn(metadata, name)) requireSame(`/${name}`, value, `metadata.${name}`, metadata[name]);
  }
  const id = givenId === undefined ? null : idOf(givenId);
  const hash = () => createHash('sha256').update(canonicalJson(line)).digest('hex');
  return {
    ...reader.toNewMemory({ ...content, metadata: { ...added, ...metadata } }),
    createdAt: pastTime(createdAt, '/created_at', reader.now),
    updatedAt: pastTime(updatedAt, '/updated_at', reader.now),
    key: keyOf(reader, id === null ? `sha256:${hash()}` : `id:${id}`),
    ...{ id: isPresented(line) ? id : null, past: null },
  };
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

function withoutAbsent(fields: Line): Line {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null));
}

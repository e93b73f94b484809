import type { Message, Metadata } from '../../../server/src/ports/memory.ts';

/** The category of questions without expected memories; all other categories have some. */
export const nothingToFind = 'nothing-to-find';

export interface SetMemory {
  /** The id is unique in the set. */
  id: string;
  text?: string;
  messages?: Message[];
  run_id?: string;
  /** A day or a time in UTC, ISO 8601. */
  occurred_at?: string;
  metadata?: Metadata;
}

export interface SetQuestion {
  category: string;
  query: string;
  /** The ids of all memories that answer the question. */
  expects: string[];
  /** The time of the question, which matters for words like "yesterday". */
  asked_at?: string;
  note?: string;
}

/** The memories of one agent, and the questions about them. */
export interface EvaluationSet {
  name: string;
  kind: string;
  licence: string;
  description?: string;
  memories: SetMemory[];
  questions: SetQuestion[];
}

/** All errors of a file, one line each: the file, the field, the correction. */
export class EvaluationSetError extends Error {
  override readonly name = 'EvaluationSetError';
}

const roles = ['user', 'assistant', 'system', 'tool'];
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/;

/**
 * @param file the name of the file in errors
 * @throws {EvaluationSetError}
 */
export function parseEvaluationSet(file: string, json: string): EvaluationSet {
  const problems: string[] = [];
  const report = (path: string, message: string): void => {
    problems.push(`${file} ${path} ${message}`);
  };
  let set: unknown;
  try {
    set = JSON.parse(json);
  } catch (error) {
    throw new EvaluationSetError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  checkSet(set, report);
  if (problems.length > 0) throw new EvaluationSetError(problems.join('\n'));
  return set as EvaluationSet;
}

/** Returns a time in a set as milliseconds since the epoch; a day is its noon. */
export function toTime(text: string): number {
  return Date.parse(text.includes('T') ? text : `${text}T12:00:00Z`);
}

type Report = (path: string, message: string) => void;
type Fields = Record<string, unknown>;

function checkSet(set: unknown, report: Report): void {
  if (!isFields(set)) {
    report('/', 'must be an object with name, kind, licence, memories and questions');
    return;
  }
  allowOnly(set, ['name', 'kind', 'licence', 'description', 'memories', 'questions'], '', report);
  for (const field of ['name', 'kind', 'licence']) needText(set, field, '', report);
  if (set['description'] !== undefined) needText(set, 'description', '', report);
  const ids = new Set<unknown>();
  for (const [at, memory] of list(set, 'memories', report).entries()) {
    const path = `/memories/${at}`;
    if (!isFields(memory)) report(path, 'must be an object with an id and text or messages');
    else checkMemory(memory, path, report);
    const id = isFields(memory) ? memory['id'] : undefined;
    if (id !== undefined && ids.has(id)) report(`${path}/id`, `"${id}" is taken: ids are unique in a set`);
    ids.add(id);
  }
  for (const [at, question] of list(set, 'questions', report).entries()) {
    const path = `/questions/${at}`;
    if (!isFields(question)) report(path, 'must be an object with category, query and expects');
    else checkQuestion(question, ids, path, report);
  }
}

function checkMemory(memory: Fields, path: string, report: Report): void {
  allowOnly(memory, ['id', 'text', 'messages', 'run_id', 'occurred_at', 'metadata'], path, report);
  needText(memory, 'id', path, report);
  if ((memory['text'] === undefined) === (memory['messages'] === undefined)) {
    report(path, 'must have either text or messages');
  }
  if (memory['text'] !== undefined) needText(memory, 'text', path, report);
  if (memory['messages'] !== undefined) checkMessages(memory['messages'], `${path}/messages`, report);
  if (memory['run_id'] !== undefined) needText(memory, 'run_id', path, report);
  if (memory['occurred_at'] !== undefined) needTime(memory, 'occurred_at', path, report);
  if (memory['metadata'] !== undefined && !isFields(memory['metadata']))
    report(`${path}/metadata`, 'must be an object');
}

function checkMessages(messages: unknown, path: string, report: Report): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    report(path, 'must be a list of at least one message');
    return;
  }
  for (const [at, message] of messages.entries()) {
    const own = `${path}/${at}`;
    if (!isFields(message)) {
      report(own, 'must be an object with role and content');
      continue;
    }
    allowOnly(message, ['role', 'content', 'name'], own, report);
    if (!roles.includes(message['role'] as string)) report(`${own}/role`, `must be one of ${roles.join(', ')}`);
    needText(message, 'content', own, report);
    if (message['name'] !== undefined) needText(message, 'name', own, report);
  }
}

function checkQuestion(question: Fields, ids: ReadonlySet<unknown>, path: string, report: Report): void {
  allowOnly(question, ['category', 'query', 'expects', 'asked_at', 'note'], path, report);
  needText(question, 'category', path, report);
  needText(question, 'query', path, report);
  if (question['asked_at'] !== undefined) needTime(question, 'asked_at', path, report);
  if (question['note'] !== undefined) needText(question, 'note', path, report);
  const expects = question['expects'];
  if (!Array.isArray(expects)) {
    report(`${path}/expects`, 'must be a list of memory ids');
    return;
  }
  for (const [at, id] of expects.entries()) {
    if (!ids.has(id)) report(`${path}/expects/${at}`, `${JSON.stringify(id)} is not the id of a memory of this set`);
    else if (expects.indexOf(id) < at) report(`${path}/expects/${at}`, `names ${JSON.stringify(id)} again`);
  }
  const nothing = question['category'] === nothingToFind;
  if (nothing !== (expects.length === 0)) {
    report(`${path}/expects`, nothing ? `must be empty in the category ${nothingToFind}` : 'must name a memory');
  }
}

function list(fields: Fields, field: string, report: Report): unknown[] {
  const value = fields[field];
  if (Array.isArray(value) && value.length > 0) return value;
  report(`/${field}`, 'must be a list with at least one entry');
  return [];
}

function needText(fields: Fields, field: string, path: string, report: Report): void {
  const value = fields[field];
  if (typeof value !== 'string' || value.trim() === '') report(`${path}/${field}`, 'must be a text that is not blank');
}

function needTime(fields: Fields, field: string, path: string, report: Report): void {
  const value = fields[field];
  const valid = typeof value === 'string' && isoTime.test(value);
  // `Date` would read a day that does not exist, like 2025-02-30, as another day.
  const kept =
    valid && !Number.isNaN(toTime(value)) && new Date(toTime(value)).toISOString().startsWith(value.slice(0, 10));
  if (!kept) report(`${path}/${field}`, 'must be a day or a time in UTC, like 2025-06-30 or 2025-06-30T18:00:00Z');
}

function allowOnly(fields: Fields, allowed: readonly string[], path: string, report: Report): void {
  for (const field of Object.keys(fields)) {
    if (!allowed.includes(field)) report(`${path}/${field}`, `is not known: there are ${allowed.join(', ')}`);
  }
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

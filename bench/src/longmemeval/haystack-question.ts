/** One message of a session, which the documentation of LongMemEval calls a turn. */
export interface SessionMessage {
  role: string;
  content: string;
  hasEvidence: boolean;
}

export interface Session {
  id: string;
  /** ISO 8601, in UTC. */
  occurredAt: string;
  messages: SessionMessage[];
}

/** A question of LongMemEval with its own history. */
export interface HaystackQuestion {
  id: string;
  type: string;
  text: string;
  /** The ids of the sessions with evidence. */
  evidenceSessionIds: string[];
  sessions: Session[];
}

const roles = ['user', 'assistant', 'system', 'tool'];
/** The form of the official file, such as `2023/05/20 (Sat) 02:21`; it states no time zone. */
const dateForm = /^(\d{4})\/(\d{2})\/(\d{2})(?: \([A-Za-z]{3}\))?(?: (\d{2}):(\d{2}))?$/;

type Fields = Record<string, unknown>;
type Report = (path: string, message: string) => void;

/** Returns true for a question that has no answer in its history. */
export function isAbstention(id: string): boolean {
  return id.endsWith('_abs');
}

/**
 * Reads one entry of the official file.
 * @param at its name in errors, such as `data.json /3`
 * @throws {Error} which names all fields that are wrong, one a line
 */
export function parseHaystackQuestion(at: string, entry: unknown): HaystackQuestion {
  const problems: string[] = [];
  const report: Report = (path, message) => problems.push(`${at}${path} ${message}`);
  const fields = isFields(entry) ? entry : {};
  const id = textOf(fields, 'question_id', report);
  const question = {
    id,
    type: textOf(fields, 'question_type', report),
    text: textOf(fields, 'question', report),
    evidenceSessionIds: textsOf(fields, 'answer_session_ids', report),
    sessions: sessionsOf(fields, report),
  };
  const known = new Set(question.sessions.map((session) => session.id));
  for (const [index, evidenceId] of question.evidenceSessionIds.entries()) {
    if (!known.has(evidenceId) && !isAbstention(id)) {
      report(`/answer_session_ids/${index}`, `"${evidenceId}" is not in haystack_session_ids`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return question;
}

function sessionsOf(fields: Fields, report: Report): Session[] {
  const ids = textsOf(fields, 'haystack_session_ids', report);
  const dates = textsOf(fields, 'haystack_dates', report);
  const sessions = listOf(fields, 'haystack_sessions', report);
  for (const [name, { length }] of Object.entries({ haystack_dates: dates, haystack_sessions: sessions })) {
    if (length !== ids.length) report(`/${name}`, `must have ${ids.length} entries, one for each session id`);
  }
  return sessions.map((session, index) => ({
    id: ids[index] ?? '',
    occurredAt: timeOf(dates[index] ?? '', `/haystack_dates/${index}`, report),
    messages: messagesOf(session, `/haystack_sessions/${index}`, report),
  }));
}

function messagesOf(session: unknown, path: string, report: Report): SessionMessage[] {
  if (!Array.isArray(session)) {
    report(path, 'must be a list of turns');
    return [];
  }
  return session.map((message: unknown, index) => {
    const { role, content, has_answer: mark } = isFields(message) ? message : {};
    const hasEvidence = mark ?? false;
    const own = `${path}/${index}`;
    if (typeof role !== 'string' || !roles.includes(role)) report(`${own}/role`, `must be one of ${roles.join(', ')}`);
    if (typeof content !== 'string') report(`${own}/content`, 'must be a text');
    if (typeof hasEvidence !== 'boolean') report(`${own}/has_answer`, 'must be true or false');
    return { role: String(role), content: String(content), hasEvidence: hasEvidence === true };
  });
}

function timeOf(text: string, path: string, report: Report): string {
  const [, year, month, day, hour = '00', minute = '00'] = dateForm.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  report(path, 'must be a date like 2023/05/20 (Sat) 02:21');
  return '';
}

function textOf(fields: Fields, name: string, report: Report): string {
  const value = fields[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  report(`/${name}`, 'must be a text that is not blank');
  return '';
}

function textsOf(fields: Fields, name: string, report: Report): string[] {
  return listOf(fields, name, report).map((value, index) => {
    if (typeof value !== 'string' || value === '') report(`/${name}/${index}`, 'must be a text that is not empty');
    return String(value);
  });
}

function listOf(fields: Fields, name: string, report: Report): unknown[] {
  const value = fields[name];
  if (Array.isArray(value)) return value;
  report(`/${name}`, 'must be a list');
  return [];
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

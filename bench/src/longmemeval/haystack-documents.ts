import type { HaystackQuestion, Session, SessionMessage } from './haystack-question.ts';

/** The way in which a haystack becomes memories. */
export interface Layout {
  /** One memory for each turn, or one for each session. */
  by: 'turn' | 'session';
  /** True for the turns and labels of the official script: those of the user only. */
  isOfficial: boolean;
}

/** The content of one memory. The metrics compare its labels. */
export interface HaystackDocument {
  sessionId: string;
  occurredAt: string;
  messages: { role: string; content: string }[];
  sessionLabel: string;
  /** Empty for a document of a whole session. */
  messageLabel: string;
}

export interface Haystack {
  documents: HaystackDocument[];
  /** The labels of the sessions and of the turns with evidence. */
  evidenceSessions: string[];
  evidenceMessages: string[];
  /** Whether the official script would count the question: a turn of the user has evidence. */
  isOfficialTarget: boolean;
}

/** The joined text of a memory has at most 100,000 characters, with a label before each message. */
const maxMessageLength = 40_000;
const maxDocumentLength = 90_000;

/** Splits a haystack into documents. Blank turns are left out, as the server rejects them. */
export function toHaystack({ sessions, evidenceSessionIds }: HaystackQuestion, { by, isOfficial }: Layout): Haystack {
  const evidenceIds = new Set(evidenceSessionIds);
  const documents: HaystackDocument[] = [];
  const evidenceSessions = new Set(isOfficial ? [] : evidenceSessionIds);
  const evidenceMessages: string[] = [];
  for (const [position, session] of sessions.entries()) {
    const counted = session.messages.map((message, at) => ({ message, label: `${position}/${at} of ${session.id}` }));
    const kept = counted.filter(
      ({ message }) => message.content.trim() !== '' && (!isOfficial || message.role === 'user'),
    );
    const evidence = evidenceIds.has(session.id) ? kept.filter(({ message }) => message.hasEvidence) : [];
    evidenceMessages.push(...evidence.map(({ label }) => label));
    if (isOfficial && evidence.length > 0) evidenceSessions.add(session.id);
    // The official script renames messages without evidence in a session with evidence, so that they count as another
    // session.
    const labelOf = (hasEvidence: boolean) =>
      isOfficial && evidenceIds.has(session.id) && !hasEvidence ? `${session.id}, no evidence` : session.id;
    if (by === 'session') {
      const messages = kept.map(({ message }) => message);
      documents.push(...toDocuments(session, messages, labelOf(evidence.length > 0), ''));
    } else {
      for (const { message, label } of kept) {
        documents.push(...toDocuments(session, [message], labelOf(message.hasEvidence), label));
      }
    }
  }
  const isOfficialTarget = sessions.some(({ messages }) =>
    messages.some(({ role, hasEvidence }) => hasEvidence && role === 'user'),
  );
  return { documents, evidenceSessions: [...evidenceSessions], evidenceMessages, isOfficialTarget };
}

/** Makes one document, or several with the same labels if one would be too long. */
function toDocuments(
  { id: sessionId, occurredAt }: Session,
  messages: readonly SessionMessage[],
  sessionLabel: string,
  messageLabel: string,
): HaystackDocument[] {
  const documents: HaystackDocument[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const message of messages.flatMap(toShortMessages)) {
    length += message.content.length;
    if (length > maxDocumentLength) {
      documents.push({ sessionId, occurredAt, messages: [], sessionLabel, messageLabel });
      length = message.content.length;
    }
    documents.at(-1)?.messages.push(message);
  }
  return documents;
}

/** Cuts a long turn into messages. NUL and lone surrogates are removed, because the server rejects them. */
function toShortMessages({ role, content }: SessionMessage): { role: string; content: string }[] {
  const text = content.replaceAll('\0', '');
  const messages: { role: string; content: string }[] = [];
  for (let start = 0; start < text.length; start += maxMessageLength) {
    messages.push({ role, content: text.slice(start, start + maxMessageLength).toWellFormed() });
  }
  return messages.filter((message) => message.content.trim() !== '');
}

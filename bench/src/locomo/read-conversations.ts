import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A message of a session. */
export interface Message {
  id: string;
  speaker: string;
  text: string;
}

export interface Session {
  name: string;
  /** ISO 8601 UTC; undefined when the file has no date that can be read. */
  occurredAt: string | undefined;
  messages: Message[];
}

export interface Question {
  text: string;
  category: string;
  /** The ids of the messages that contain the answer. */
  evidence: string[];
}

export interface Conversation {
  firstSpeaker: string;
  sessions: Session[];
  questions: Question[];
}

const messageSchema = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const fileSchema = z.array(
  z.object({
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(z.object({ question: z.string(), category: z.number(), evidence: z.array(z.string()).default([]) })),
  }),
);
const categories = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];

/**
 * Reads the official file, such as locomo10.json. Questions whose evidence is missing are left out.
 * @throws {Error} when the file is not valid
 */
export function readConversations(file: string): Conversation[] {
  return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ conversation, qa }) => {
    const sessions = Object.entries(conversation)
      .filter(([name]) => /^session_\d+$/.test(name))
      .map(([name, messages]) => ({
        name,
        occurredAt: toIsoDate(String(conversation[`${name}_date_time`] ?? '')),
        messages: z
          .array(messageSchema)
          .parse(messages)
          .filter(({ text }) => text.trim() !== '')
          .map(({ dia_id, speaker, text }) => ({ id: dia_id, speaker, text })),
      }));
    const present = new Set(sessions.flatMap(({ messages }) => messages.map(({ id }) => id)));
    const questions = qa
      .map(({ question, category, evidence }) => ({
        text: question,
        category: categories[category] ?? String(category),
        // Some entries hold several ids.
        evidence: [...new Set(evidence.flatMap((ids) => ids.split(/[;,\s]+/)).filter((id) => id !== ''))],
      }))
      .filter(({ evidence }) => evidence.length > 0 && evidence.every((id) => present.has(id)));
    return { firstSpeaker: String(conversation['speaker_a']), sessions, questions };
  });
}

/** Reads dates such as `1:56 pm on 8 May, 2023`. */
function toIsoDate(date: string): string | undefined {
  const [, hour, minute, half, day, month, year] = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d{4})$/.exec(date) ?? [];
  if (hour === undefined) return undefined;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const at = new Date(`${day} ${month} ${year} ${hours}:${minute}:00 UTC`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

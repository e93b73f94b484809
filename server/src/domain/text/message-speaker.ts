import type { Memory } from '../../ports/memory-store.ts';
import { toSpeaker } from './joined-text.ts';
import { toSpeakerLabel } from './names.ts';

/**
 * Returns the speaker of a memory that is a message of a conversation. Such a memory has a run, and came as messages or
 * begins with a speaker label (`Name: …`).
 * @returns an empty string for several speakers; null for a fact, which is every other memory
 */
export function messageSpeaker({ text, messages, runId }: Pick<Memory, 'text' | 'messages' | 'runId'>): string | null {
  if (runId === null) return null;
  if (messages === null) return toSpeakerLabel(text) ?? null;
  const [speaker = '', ...others] = new Set(messages.map(toSpeaker));
  return others.length === 0 ? speaker : '';
}

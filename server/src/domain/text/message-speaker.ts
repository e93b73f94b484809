import type { Message } from '../../ports/memory-store.ts';
import { toSpeaker } from './joined-text.ts';
import { toSpeakerLabel } from './names.ts';

/**
 * Who speaks in a turn of a conversation; empty when several do. A memory is a turn when it has a run and either came
 * as messages or begins with a speaker label (`Name: …`). Everything else is a fact: null.
 */
export function messageSpeaker({
  text,
  messages,
  runId,
}: {
  text: string;
  messages: readonly Message[] | null;
  runId: string | null;
}): string | null {
  if (runId === null) return null;
  if (messages === null) return toSpeakerLabel(text) ?? null;
  const [speaker = '', ...others] = new Set(messages.map(toSpeaker));
  return others.length === 0 ? speaker : '';
}

import type { Message } from '../../ports/memory-store.ts';

/** Who speaks: the name when there is one, else the role. */
export function toSpeaker(message: Message): string {
  return message.name ?? message.role;
}

/** The messages as one text: a line `speaker: content` for each, content unchanged. */
export function toText(messages: readonly Message[]): string {
  return messages.map((message) => `${toSpeaker(message)}: ${message.content}`).join('\n');
}

import type { Message } from '../../ports/memory.ts';

/** Returns the name of a message's speaker, or the role of one without a name. */
export function toSpeaker(message: Message): string {
  return message.name ?? message.role;
}

/** Joins messages to one text: each becomes `speaker: content`, with the content unchanged. */
export function toText(messages: readonly Message[]): string {
  return messages.map((message) => `${toSpeaker(message)}: ${message.content}`).join('\n');
}

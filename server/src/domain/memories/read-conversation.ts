import type { Message } from '../../ports/memory.ts';

/** A message as a chat API or an agent framework has it. */
export interface GivenMessage {
  role: string;
  content?: string | readonly { text?: string | null | undefined; [other: string]: unknown }[] | null | undefined;
  name?: string | null | undefined;
}

/** The roles of other programs by their name here. */
const otherRoles: Readonly<Record<string, Message['role']>> = {
  developer: 'system',
  human: 'user',
  ai: 'assistant',
  function: 'tool',
};

/**
 * Leaves out messages without text, such as those with only tool calls or an image.
 * @returns also the position of each of the others in the request, and the number of those left out
 */
export function readConversation(given: readonly GivenMessage[]) {
  const messages: Message[] = [];
  const positions: number[] = [];
  for (const [position, { role, content, name }] of given.entries()) {
    const text = textOf(content);
    if (text.trim() === '') continue;
    const own = otherRoles[role] ?? (role as Message['role']);
    messages.push({ role: own, content: text, ...(name ? { name } : {}) });
    positions.push(position);
  }
  return { messages, positions, skipped: given.length - messages.length };
}

function textOf(content: GivenMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => (text ? [text] : [])).join('\n');
}

import { expect, it } from 'vitest';
import { readConversation } from './read-conversation.ts';

it('a conversation with tool calls, images and other names of roles keeps its texts', () => {
  const image = { type: 'image_url', image_url: { url: 'data:' } };
  const given = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'human', content: [{ type: 'text', text: 'Look:' }, image, { type: 'text', text: 'our boat.' }], name: '' },
    { role: 'user', content: [image] },
    { role: 'ai', content: null, tool_calls: [{}] },
    { role: 'function', content: 'It is blue.', name: 'look' },
    { role: 'assistant', content: ' \n' },
    { role: 'assistant' },
    { role: 'assistant', content: ' Nice. ' },
  ];
  expect(readConversation(given)).toEqual({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look:\nour boat.' },
      { role: 'tool', content: 'It is blue.', name: 'look' },
      { role: 'assistant', content: ' Nice. ' },
    ],
    positions: [0, 1, 4, 7],
    skipped: 4,
  });
});

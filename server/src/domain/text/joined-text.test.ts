import { expect, it } from 'vitest';
import { toText } from './joined-text.ts';

it('joins messages as lines of speaker and content, the name before the role', () => {
  expect(
    toText([
      { role: 'user', content: 'Hi' },
      { role: 'user', name: 'Anna', content: ' two\nlines ' },
      { role: 'assistant', content: 'Hello' },
    ]),
  ).toBe('user: Hi\nAnna:  two\nlines \nassistant: Hello');
});

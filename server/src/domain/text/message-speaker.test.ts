import { expect, it } from 'vitest';
import type { Message } from '../../ports/memory.ts';
import { messageSpeaker } from './memory-index.ts';

const message = (content: string, name?: string): Message => ({ role: 'user', content, ...(name ? { name } : {}) });

it('a memory with a run that came as messages has their speaker, if there is only one', () => {
  const base = { text: 'x', runId: 'r' };
  expect(messageSpeaker({ ...base, messages: [message('a', 'Ana'), message('b', 'Ana')] })).toBe('Ana');
  expect(messageSpeaker({ ...base, messages: [message('a')] })).toBe('user');
  expect(messageSpeaker({ ...base, messages: [message('a', 'Ana'), message('b', 'Bo')] })).toBe('');
});

it('a memory with a run that came as text has a speaker when the text begins with one, and only then', () => {
  const text = (given: string) => messageSpeaker({ text: given, messages: null, runId: 'r' });
  expect(text('Ana Silva: the boat leaves at nine')).toBe('Ana Silva');
  expect(text('The boat leaves at 9:30')).toBeNull();
  expect(text('Todo: paint the boat')).toBeNull();
});

it('a memory without a run is a fact', () => {
  expect(messageSpeaker({ text: 'Ana: hello', messages: null, runId: null })).toBeNull();
  expect(messageSpeaker({ text: 'x', messages: [message('a', 'Ana')], runId: null })).toBeNull();
});

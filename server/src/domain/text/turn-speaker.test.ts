import { expect, it } from 'vitest';
import type { Message } from '../../ports/memory-store.ts';
import { turnSpeaker } from './turn-speaker.ts';

const message = (content: string, name?: string): Message => ({ role: 'user', content, ...(name ? { name } : {}) });

it('a memory with a run is a turn when it came as messages, spoken by whoever says all of it', () => {
  const turn = { text: 'x', runId: 'r' };
  expect(turnSpeaker({ ...turn, messages: [message('a', 'Ana'), message('b', 'Ana')] })).toBe('Ana');
  expect(turnSpeaker({ ...turn, messages: [message('a')] })).toBe('user');
  expect(turnSpeaker({ ...turn, messages: [message('a', 'Ana'), message('b', 'Bo')] })).toBe('');
});

it('a memory with a run is a turn when its text begins with a speaker, and only then', () => {
  const text = (given: string) => turnSpeaker({ text: given, messages: null, runId: 'r' });
  expect(text('Ana Silva: the boat leaves at nine')).toBe('Ana Silva');
  expect(text('The boat leaves at 9:30')).toBeNull();
  expect(text('Todo: paint the boat')).toBeNull();
});

it('nothing is a turn without a run', () => {
  expect(turnSpeaker({ text: 'Ana: hello', messages: null, runId: null })).toBeNull();
  expect(turnSpeaker({ text: 'x', messages: [message('a', 'Ana')], runId: null })).toBeNull();
});

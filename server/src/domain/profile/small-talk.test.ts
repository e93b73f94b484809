import { expect, it } from 'vitest';
import { isQuestion, isSingleWord, isSmallTalk, withoutGreeting } from './small-talk.ts';

it.each([
  ...['Does she like tea?', 'Wirklich?!?”', '你喜欢茶吗？', 'هل تحب الشاي؟', 'what is the deadline'],
  'Can you fix it',
])('a question: %s', (sentence) => expect(isQuestion(sentence.replace('!?', ''))).toBe(true));
it.each(['What the team decided holds until May.', 'When deploying, use the tag.', 'She asked “why?” and left.'])(
  'no question: %s',
  (sentence) => expect(isQuestion(sentence)).toBe(false),
);

it.each([
  ...['Hi!', 'Good morning, Ada', 'Thanks, that helps', 'Sounds good!', 'Got it.', 'Ok'],
  ...['Great, thank you so much!', 'Vielen Dank!', 'Merci beaucoup', 'Hasta luego, Ana', '👍', '---'],
])('small talk: %s', (sentence) => expect(isSmallTalk(sentence)).toBe(true));
it.each([
  'Thanks to the cache an answer takes twenty milliseconds',
  'Uses pnpm',
  'Ada lives in Porto',
  '会議は九時に始まります',
  'Морской порт закрыт',
])('no small talk: %s', (sentence) => expect(isSmallTalk(sentence)).toBe(false));

it('cuts off the greeting of a sentence and keeps the rest', () => {
  expect(withoutGreeting('Hi Bo, I prefer tea.')).toBe('I prefer tea.');
  expect(withoutGreeting('Hello! We use pnpm.')).toBe('We use pnpm.');
  expect(withoutGreeting('Hilda likes tea')).toBe('Hilda likes tea');
});

it('recognises a single word, in scripts without spaces by its length', () => {
  expect(['Heading', '東京', '', '#'].map(isSingleWord)).toEqual([true, true, true, true]);
  expect(['Two words', '会議は九時に始まります'].map(isSingleWord)).toEqual([false, false]);
});

import { expect, it } from 'vitest';
import { hitsMost, isEnough } from './search-settings.ts';

it('goes on asking while hits that have gone may stand before others', () => {
  expect(isEnough(0, 0, { asked: 400, limit: 200 })).toBe(false);
  expect(isEnough(0, 0, { asked: 1_600, limit: 200 })).toBe(false);
  expect(isEnough(30, 0, { asked: 1_600, limit: 200 })).toBe(false);
});

it('stops when there are enough, when many more bring none, and where Atlas stops', () => {
  expect(isEnough(200, 0, { asked: 400, limit: 200 })).toBe(true);
  expect(isEnough(30, 30, { asked: 1_600, limit: 200 })).toBe(true);
  expect(isEnough(0, 0, { asked: hitsMost, limit: 200 })).toBe(true);
});

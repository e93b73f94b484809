import { expect, it } from 'vitest';
import { createCounterShares } from './counter-shares.ts';

it('commands one after the other add to the same document', () => {
  const shares = createCounterShares(7);
  for (let n = 0; n < 3; n++) {
    const command = shares.begin();
    expect([command.choose('a'), command.choose('b'), command.choose('a')]).toEqual([7, 7, 7]);
    command.end();
  }
});

it('commands at the same time add to different documents, also when one has ended meanwhile', () => {
  const shares = createCounterShares(63);
  const [first, second, third] = [shares.begin(), shares.begin(), shares.begin()];
  expect([first.choose('a'), second.choose('a'), second.choose('b')]).toEqual([63, 0, 63]);
  first.end();
  expect(third.choose('a')).toBe(1);
  second.end();
  third.end();
  expect(shares.begin().choose('a')).toBe(63);
});

it('more commands than documents share them', () => {
  const shares = createCounterShares(0);
  const commands = Array.from({ length: 100 }, () => shares.begin());
  const numbers = commands.map((command) => command.choose('a'));
  expect(new Set(numbers.slice(0, 64)).size).toBe(64);
  expect(Math.max(...numbers)).toBeLessThan(64);
  for (const command of commands) command.end();
  expect(shares.begin().choose('a')).toBe(0);
});

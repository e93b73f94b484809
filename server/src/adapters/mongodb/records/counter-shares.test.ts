import { expect, it } from 'vitest';
import { createCounterShares } from './counter-shares.ts';

it('commands one after the other add to the same document', () => {
  const begin = createCounterShares(7);
  for (let n = 0; n < 3; n++) {
    const { share, end } = begin('ana');
    expect(share).toBe(7);
    end();
  }
});

it('commands at the same time add to different documents, also when one has ended meanwhile', () => {
  const begin = createCounterShares(63);
  const [first, second] = [begin('ana'), begin('ana')];
  expect([first.share, second.share, begin('bo').share]).toEqual([63, 0, 63]);
  const third = begin('ana');
  first.end();
  expect([third.share, begin('ana').share]).toEqual([1, 63]);
});

it('commands of the server add to other documents than those of an account', () => {
  const begin = createCounterShares(1);
  const shares = ['ana', 'ana', '', '', ''].map((accountId) => begin(accountId).share);
  expect(shares).toEqual([1, 2, 0, 63, 62]);
});

it('more commands than documents share them', () => {
  const begin = createCounterShares(0);
  const commands = Array.from({ length: 100 }, () => begin('ana'));
  const numbers = commands.map(({ share }) => share);
  expect(new Set(numbers.slice(0, 64)).size).toBe(64);
  expect(Math.max(...numbers)).toBeLessThan(64);
  for (const { end } of commands) end();
  expect(begin('ana').share).toBe(0);
});

import { expect, it } from 'vitest';
import { monthAfter, monthOf } from './quota.ts';

it('a month begins at its first moment in UTC', () => {
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe(Date.UTC(2026, 11, 1));
  expect(monthOf(Date.UTC(2026, 11, 1) - 1)).toBe(Date.UTC(2026, 10, 1));
  expect(monthOf(Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe(Date.UTC(2028, 1, 1));
});

it('the month after December is January of the next year', () => {
  expect(monthAfter(Date.UTC(2026, 11, 1))).toBe(Date.UTC(2027, 0, 1));
});

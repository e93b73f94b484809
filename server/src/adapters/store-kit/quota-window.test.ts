import { expect, it } from 'vitest';
import { addsProjects, hasProjectCapacity, isLimited, limitedUser } from './quota-window.ts';

const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };

it('recognizes an account without any limit', () => {
  expect(isLimited(unlimited)).toBe(false);
  expect(isLimited({ ...unlimited, projects: 0 })).toBe(true);
});

it('limits end users other than the account itself', () => {
  const quota = { ...unlimited, endUsers: 1 };
  const accountId = 'acct_ana';
  expect(limitedUser(quota, { accountId, userId: 'cleo' })).toEqual({ userId: 'cleo', limit: 1 });
  expect(limitedUser(quota, { accountId, userId: accountId })).toBeNull();
  expect(limitedUser(quota, { accountId, userId: null })).toBeNull();
  expect(limitedUser(unlimited, { accountId, userId: 'cleo' })).toBeNull();
});

it('has capacity for a project below the limit, or when the memory drops another one', () => {
  expect(hasProjectCapacity(1, { before: 0, after: 1 }, 0)).toBe(true);
  expect(hasProjectCapacity(1, { before: 0, after: 1 }, 1)).toBe(false);
  expect(hasProjectCapacity(1, { before: 1, after: 1 }, 0)).toBe(true);
  expect(hasProjectCapacity(2, { before: 0, after: 2 }, 1)).toBe(false);
  expect(hasProjectCapacity(0, { before: 0, after: 1 }, 0)).toBe(false);
});

it('lets an account with more projects than its plan keep as many, and not add more', () => {
  expect(addsProjects({ before: 1, after: 1 })).toBe(false);
  expect(hasProjectCapacity(1, { before: 1, after: 1 }, 5)).toBe(true);
  expect(hasProjectCapacity(1, { before: 0, after: 0 }, 5)).toBe(true);
  expect(hasProjectCapacity(1, { before: 1, after: 2 }, 5)).toBe(false);
});

import { expect, it, vi } from 'vitest';
import { useSafeExpressions } from '../../../packages/secret-scanner/test/safe-expressions.ts';
import { findExpressions } from './find-expressions.ts';
import { withoutSetNotation } from './without-set-notation.ts';

// The checker runs in this process; there may be no program for it.
vi.hoisted(() => vi.stubEnv('RECHECK_BACKEND', 'pure'));

const check = useSafeExpressions(new URL('safe-expressions.json', import.meta.url));

const byText = Map.groupBy(findExpressions(), ({ source, flags }) => `/${source}/${flags}`);
const unbounded = [...byText].filter(([, uses]) => uses.some(({ isBounded }) => !isBounded));
const named = unbounded.map(([text, uses]) => ({
  expression: uses[0] as (typeof uses)[0],
  title: `${uses.map(({ where }) => where).join(', ')} ${text.slice(0, 100)}`,
}));

it('finds the expressions of the server, of the packages and of the contract', () => {
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ title }) => title.includes('openapi.json')).length).toBeGreaterThan(3);
});

it.each(named)('$title takes time in proportion to its input', { timeout: 150_000 }, async ({ expression }) => {
  const { source, flags } = withoutSetNotation(expression);
  // A comment `Bounded input: …` beside an expression that never meets a long text takes it out of this test.
  expect(await check(source, flags)).toEqual({ status: 'safe' });
});

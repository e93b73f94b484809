import { checkSync } from 'recheck';
import { expect, it, vi } from 'vitest';
import { findExpressions } from './find-expressions.ts';
import { withoutSetNotation } from './without-set-notation.ts';

// The checker runs in this process; there may be no program for it.
vi.hoisted(() => vi.stubEnv('RECHECK_BACKEND', 'pure'));

/** Enough for the checker to find what its full effort finds in expressions like these. */
const effort = {
  timeout: 120_000,
  maxIteration: 4,
  maxInitialGenerationSize: 200,
  maxGenerationSize: 50,
  incubationLimit: 10_000,
  attackLimit: 20_000_000,
};

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

it.each(named)('$title takes time in proportion to its input', { timeout: 150_000 }, ({ expression }) => {
  const { source, flags } = withoutSetNotation(expression);
  // The flag d changes what is reported, not how it is found.
  const result = checkSync(source, flags.replace('d', ''), effort);
  // A comment `Bounded input: …` beside an expression that never meets a long text takes it out of this test.
  expect({ status: result.status, attack: 'attack' in result ? result.attack?.pattern : undefined }).toEqual({
    status: 'safe',
    attack: undefined,
  });
});

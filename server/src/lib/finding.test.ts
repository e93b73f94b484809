import { expect, it } from 'vitest';
import { ok, problem, problemOf, warning, worstOf } from './finding.ts';

it.each([
  ['It is old (1; not 2). Upgrade it; or wait.', 'It is old (1; not 2)', 'upgrade it; or wait'],
  ['/x: the disk is full; free some space.', '/x: the disk is full', 'free some space'],
  ['It is gone. MNEMA_PORT names it.', 'It is gone', 'MNEMA_PORT names it'],
  ['It broke.', 'It broke', 'call'],
])('splits "%s" into cause and way out', (message, finding, fix) => {
  expect(problemOf(new Error(message), 'call')).toEqual(problem(finding, fix));
});

it('ranks a problem above a warning, and the first of two problems above the second', () => {
  const [fine, early, late] = [ok('fine'), problem('early', ''), problem('late', '')];
  expect(worstOf([fine, warning('slow', ''), early, late])).toBe(early);
  expect(worstOf([fine, warning('slow', '')])?.finding).toBe('slow');
  expect(worstOf([fine])).toBe(fine);
});

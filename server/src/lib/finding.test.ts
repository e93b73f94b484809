import { expect, it } from 'vitest';
import { problem, problemOf } from './finding.ts';

it.each([
  ['It is old (1; not 2). Upgrade it; or wait.', 'It is old (1; not 2)', 'upgrade it; or wait'],
  ['/x: the disk is full; free some space.', '/x: the disk is full', 'free some space'],
  ['It is gone. MNEMA_PORT names it.', 'It is gone', 'MNEMA_PORT names it'],
  ['It broke.', 'It broke', 'call'],
])('splits "%s" into cause and way out', (message, finding, fix) => {
  expect(problemOf(new Error(message), 'call')).toEqual(problem(finding, fix));
});

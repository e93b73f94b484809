import { expect, it } from 'vitest';
import { toStatements } from '../../src/domain/profile/to-statements.ts';
import { makeMemory, runToEnd } from '../make-memory.ts';

const length = 20_000;
const rounds = 9;
/** These texts take up to five times as long as others of their length, and with quadratic patterns a hundred times. */
const maxFactor = 25;

/** Returns the shortest of several times, in milliseconds. Others include pauses of the machine. */
function millisecondsFor(line: string): number {
  const memory = makeMemory(line.repeat(Math.ceil(length / line.length)).slice(0, length));
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    runToEnd(toStatements(memory));
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

it.each([
  ['Greek letters without a space', `${'α'.repeat(598)}.\n`],
  ['Greek words', `${'α '.repeat(299)}.\n`],
  ['initials', 'A. '],
])('%s are analysed in time that is proportional to their length', (_, line) => {
  const usual = millisecondsFor(`${'the crane lifts steel '.repeat(27)}.\n`);
  expect(millisecondsFor(line) / usual).toBeLessThan(maxFactor);
});

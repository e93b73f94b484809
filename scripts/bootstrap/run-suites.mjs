import { passInterruptionError } from './interruption.mjs';
import { runFailedAgain } from './run-failed-again.mjs';

/**
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Counts `failures` has the names of failed tests
 * @typedef {{ name: string, run: () => Promise<Counts>, runAgain?: RunAgain, isSetUp?: boolean }} Suite `run` throws
 * when the suite cannot run
 * @typedef {(failures: string[]) => Promise<Map<string, number>>} RunAgain runs failed tests a second time; returns the
 * names of those that have passed, each with the number of tests that it counts for
 */

/** The maximum of failed tests in the summary of each suite. */
const maxNamed = 20;
/** The number of suites that run at the same time, of those that may. A third one makes two cores no faster. */
const maxSideBySide = 2;

/** Turns a step that returns an exit code or nothing into a suite without tests. */
export function setUp(name, work) {
  const run = async () => {
    const code = (await work()) ?? 0;
    if (code !== 0) throw new Error(`ended with ${code}`);
    return { passed: 0, failed: 0 };
  };
  return { name: `setup: ${name}`, run, isSetUp: true };
}

async function runSuite(suite) {
  const { name, run } = suite;
  const startedAt = Date.now();
  const counts = await run().catch((error) => {
    passInterruptionError(error);
    console.error(`${name} could not run: ${error.message}`);
    return { passed: 0, failed: 1 };
  });
  return { suite, failures: [], ...counts, seconds: (Date.now() - startedAt) / 1000 };
}

function printResult({ suite, passed, failed, failures, passedAgain, seconds }) {
  const mark = failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${mark}  ${suite.name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  for (const failure of failures.slice(0, maxNamed)) console.log(`        ${failure}`);
  for (const name of passedAgain) console.log(`        passed at the second run: ${name}`);
}

/**
 * Runs suites, and once more what has failed. Prints the time of each suite and, on the last line, the sum of their
 * counts.
 * @param {{ sequential: Suite[], sideBySide?: Suite[] }} suites the sequential ones run first; then the others, two at a time
 * @returns {Promise<number>} an exit code
 */
export async function runSuites({ sequential, sideBySide = [] }) {
  const firstResults = [];
  const runAll = async (suites) => {
    for (const suite of suites) firstResults.push(await runSuite(suite));
  };
  await runAll(sequential);
  const waiting = sideBySide.values();
  await Promise.all(Array.from({ length: maxSideBySide }, () => runAll(waiting)));
  const results = [];
  // Nothing else of this command uses the machine any more.
  for (const result of firstResults) results.push(await runFailedAgain(result));
  for (const result of results) printResult(result);
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

import { passInterruptionError } from './interruption.mjs';

/**
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Counts `failures` has the names of failed tests
 * @typedef {{ name: string, run: () => Promise<Counts> }} Suite `run` throws when the suite cannot run
 */

/** The maximum of failed tests that the summary names for each suite. */
const maxNamed = 20;

/** Turns a step that returns an exit code or nothing into a suite without tests. */
export function setUp(name, work) {
  const run = async () => {
    const code = (await work()) ?? 0;
    if (code !== 0) throw new Error(`ended with ${code}`);
    return { passed: 0, failed: 0 };
  };
  return { name: `setup: ${name}`, run };
}

async function runSuite({ name, run }) {
  const startedAt = Date.now();
  const counts = await run().catch((error) => {
    passInterruptionError(error);
    console.error(`${name} could not run: ${error.message}`);
    return { passed: 0, failed: 1 };
  });
  return { name, ...counts, seconds: (Date.now() - startedAt) / 1000 };
}

/**
 * Runs suites and prints the time of each of them and, on the last line, the sum of their counts.
 * @param {{ sequential: Suite[], sideBySide?: Suite[] }} suites the sequential ones run first; two of the others run at a time
 * @returns {Promise<number>} an exit code
 */
export async function runSuites({ sequential, sideBySide = [] }) {
  const results = [];
  const runAll = async (suites) => {
    for (const suite of suites) results.push(await runSuite(suite));
  };
  await runAll(sequential);
  const waiting = sideBySide.values();
  await Promise.all([runAll(waiting), runAll(waiting)]);
  for (const { name, passed, failed, failures = [], seconds } of results) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
    );
    for (const failure of failures.slice(0, maxNamed)) console.log(`        ${failure}`);
  }
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

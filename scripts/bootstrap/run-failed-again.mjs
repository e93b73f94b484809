import { passInterruptionError } from './interruption.mjs';

/** A suite that takes longer does not run a second time as a whole. */
const maxSeconds = 120;
/** A machine that is busy breaks single tests: a suite with more failures than this is broken itself. */
const maxFailures = 300;

/** Runs the failed tests of a suite, and moves those that have passed. */
async function runTestsAgain(result) {
  const counts = await result.suite.runAgain(result.failures);
  const passedAgain = result.failures.filter((name) => counts.has(name));
  return {
    ...result,
    passed: passedAgain.reduce((total, name) => total + counts.get(name), result.passed),
    failed: result.failed - passedAgain.length,
    failures: result.failures.filter((name) => !counts.has(name)),
    passedAgain,
  };
}

/** Runs a whole suite: its first result stands unless everything has passed. */
async function runSuiteAgain(result) {
  const { passed, failed, failures = [] } = await result.suite.run();
  if (failed > 0) return { ...result, passedAgain: [], failures: [...new Set([...result.failures, ...failures])] };
  const passedAgain = result.failures.length > 0 ? result.failures : [`all of ${result.suite.name}`];
  return { ...result, passed, failed, failures: [], passedAgain };
}

function wayOf({ suite, failed, failures, seconds }) {
  if (failed === 0 || suite.isSetUp || failures.length > maxFailures) return undefined;
  if (suite.runAgain !== undefined && failures.length > 0) return runTestsAgain;
  return seconds < maxSeconds ? runSuiteAgain : undefined;
}

/**
 * Runs the failed tests of a suite a second time, and counts those that then pass as passed (see docs/decisions/0062).
 * @param {{ suite: import('./run-suites.mjs').Suite, passed: number, failed: number, failures: string[], seconds:
 * number }} result
 * @returns {Promise<typeof result & { passedAgain: string[] }>} `passedAgain` names what only the second run has passed
 */
export async function runFailedAgain(result) {
  const runAgain = wayOf(result);
  if (runAgain === undefined) return { ...result, passedAgain: [] };
  console.log(`\nA second run of what has failed in ${result.suite.name}:`);
  try {
    return await runAgain(result);
  } catch (error) {
    passInterruptionError(error);
    console.error(`${result.suite.name} could not run a second time: ${error.message}`);
    return { ...result, passedAgain: [] };
  }
}

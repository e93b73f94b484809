import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

function count(report, code) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const left = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const test of left) console.log(`not run (${test.status}): ${test.fullName}`);
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  // A test that did not run is an error in CI, because it proves nothing.
  const missed = process.env.CI === 'true' ? left.length : 0;
  const failed = report.numFailedTests + unloadable.length + missed;
  if (report.numPassedTests + failed === 0) throw new Error('vitest found no tests');
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ...unloadable.map(({ name }) => relative(root, name)),
  ];
  // Only the exit code shows an error outside of tests, such as an unhandled rejection or a failing teardown.
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, failures };
}

/**
 * Runs the tests of a workspace package and counts them.
 * @param {string} packageFolder relative to the root
 * @param {string[]} projects the projects of its vitest configuration; without any, all tests run
 */
export async function runVitest(packageFolder, projects = []) {
  const cwd = join(root, packageFolder);
  const words = (file) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...projects.flatMap((project) => ['--project', project]),
  ];
  const { report, code } = await runWithReport(join(cwd, 'node_modules/vitest/vitest.mjs'), words, { cwd });
  return count(report, code);
}

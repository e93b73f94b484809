import { join, relative, resolve } from 'node:path';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

/**
 * Runs tests of a workspace package.
 * @param {{ packageFolder: string, projects: string[], files?: string[] }} what `files` are all of them by default
 */
async function run({ packageFolder, projects, files = [] }) {
  const cwd = join(root, packageFolder);
  const words = (file) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...projects.flatMap((project) => ['--project', project]),
    ...files,
  ];
  const { report, code } = await runWithReport(join(cwd, 'node_modules/vitest/vitest.mjs'), words, { cwd });
  return { files: report.testResults.map(readFile), code };
}

/** Reads the result of one file: its tests, and whether something outside of its tests has failed. */
function readFile({ name, status, assertionResults }) {
  const path = relative(root, name);
  const tests = assertionResults.map((test) => ({ name: `${path}: ${test.fullName}`, status: test.status }));
  // A test that did not run is an error in CI, because it proves nothing.
  const failing = tests.filter((test) =>
    process.env.CI === 'true' ? test.status !== 'passed' : test.status === 'failed',
  );
  const failures = failing.length === 0 && status === 'failed' ? [path] : failing.map((test) => test.name);
  return { path, tests, failures };
}

const passedOf = (tests) => tests.filter(({ status }) => status === 'passed').map(({ name }) => name);

/**
 * A suite of all tests of a workspace package.
 * @param {string} name
 * @param {string} packageFolder relative to the root
 * @param {string[]} projects the projects of its vitest configuration; without any, all tests run
 * @returns {import('./run-suites.mjs').Suite}
 */
export function vitestSuite(name, packageFolder, projects = []) {
  const what = { packageFolder, projects };
  /** @type {Set<string>} the tests that passed at the first run */
  let passedBefore = new Set();
  return {
    name,
    async run() {
      const { files, code } = await run(what);
      const tests = files.flatMap((file) => file.tests);
      for (const test of tests) {
        if (test.status !== 'passed' && test.status !== 'failed') console.log(`not run (${test.status}): ${test.name}`);
      }
      const failures = files.flatMap((file) => file.failures);
      const passed = passedOf(tests);
      if (passed.length + failures.length === 0) throw new Error('vitest found no tests');
      passedBefore = new Set(passed);
      // Only the exit code shows an error outside of tests, such as an unhandled rejection.
      const failed = failures.length === 0 && code !== 0 ? 1 : failures.length;
      return { passed: passed.length, failed, failures };
    },
    async runAgain(failures) {
      const paths = [...new Set(failures.map((failure) => failure.split(': ', 1)[0]))];
      const { files, code } = await run({ ...what, files: paths.map((path) => resolve(root, path)) });
      const failedAgain = new Set(files.flatMap((file) => file.failures));
      // An error outside of tests may belong to any of them.
      if (failedAgain.size === 0 && code !== 0) return new Map();
      const passed = new Map();
      for (const { path, tests } of files) {
        const names = passedOf(tests).filter((test) => !failedAgain.has(test));
        for (const test of names) passed.set(test, 1);
        const isWhole = tests.length > 0 && names.length === tests.length;
        if (isWhole) passed.set(path, names.filter((test) => !passedBefore.has(test)).length);
      }
      return passed;
    },
  };
}

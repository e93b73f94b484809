import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runPython } from './run-python.mjs';

/** The exit codes of pytest after every requested test has run. */
const allHaveRun = [0, 1];

function count(report) {
  const [, head] = /<testsuite ([^>]*)>/.exec(report) ?? [];
  if (head === undefined) throw new Error('pytest wrote no report');
  const [tests, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)[1]),
  );
  if (tests === 0) throw new Error('pytest found no tests');
  // A test that did not run is an error in CI, because it proves nothing.
  const failed = failures + errors + (process.env.CI === 'true' ? skipped : 0);
  return { passed: tests - failures - errors - skipped, failed };
}

/** Runs tests of a Python project, all of them unless `names` lists some. */
async function run(project, names = []) {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-pytest-'));
  const file = join(folder, 'report.xml');
  try {
    const args = ['-m', 'pytest', '-q', '-o', `cache_dir=${join(folder, 'cache')}`, `--junitxml=${file}`];
    const code = await runPython([...args, ...names], { cwd: join(root, project) });
    const lastFailed = join(folder, 'cache/v/cache/lastfailed');
    const failures = existsSync(lastFailed) ? Object.keys(JSON.parse(readFileSync(lastFailed, 'utf8'))) : [];
    return { ...count(readFileSync(file, 'utf8')), code, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A suite of all tests of a Python project.
 * @returns {import('./run-suites.mjs').Suite}
 */
export function pytestSuite(name, project) {
  return {
    name,
    async run() {
      const { passed, failed, code, failures } = await run(project);
      // A file that can't be read ends the run before any test: its name alone would leave out the others.
      return {
        passed,
        failed: failed === 0 && code !== 0 ? 1 : failed,
        failures: allHaveRun.includes(code) ? failures : [],
      };
    },
    async runAgain(failures) {
      const { code, failures: failedAgain } = await run(project, failures);
      if (!allHaveRun.includes(code)) return new Map();
      return new Map(failures.filter((failure) => !failedAgain.includes(failure)).map((failure) => [failure, 1]));
    },
  };
}

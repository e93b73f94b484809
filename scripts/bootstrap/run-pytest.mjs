import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runPython } from './run-python.mjs';

function count(report, code) {
  const [, head] = /<testsuite ([^>]*)>/.exec(report) ?? [];
  if (head === undefined) throw new Error('pytest wrote no report');
  const [tests, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)[1]),
  );
  if (tests === 0) throw new Error('pytest found no tests');
  // A test that did not run is an error in CI, because it proves nothing.
  const failed = failures + errors + (process.env.CI === 'true' ? skipped : 0);
  return { passed: tests - failures - errors - skipped, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Runs all tests of a Python project and counts them. */
export async function runPytest(project) {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-pytest-'));
  const file = join(folder, 'report.xml');
  try {
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${file}`];
    const code = await runPython(args, { cwd: join(root, project) });
    return count(readFileSync(file, 'utf8'), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

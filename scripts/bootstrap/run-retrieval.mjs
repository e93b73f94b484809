import { join } from 'node:path';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

/** Compares the quality of search with the recorded floors, in one check for each category of questions. */
export async function runRetrieval() {
  const script = join(root, 'bench/src/retrieval/run.ts');
  const { report, code } = await runWithReport(script, (file) => ['--check', '--json', file]);
  const failed = report.checks.filter(({ problems }) => problems.length > 0).length;
  // Only the exit code shows a failure after the report, such as one of closing the store.
  return { passed: report.checks.length - failed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

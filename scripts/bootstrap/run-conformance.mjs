import { join } from 'node:path';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

/** Runs the cases of conformance/ with every SDK and prints the table. Each case and language is one test. */
export async function runConformance() {
  const { report, code } = await runWithReport(join(root, 'conformance/src/run.ts'), (file) => ['--json', file]);
  const { passed, failed } = report;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

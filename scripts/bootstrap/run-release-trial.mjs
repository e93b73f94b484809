import { join } from 'node:path';
import { goIsMissing } from './go.mjs';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

/**
 * Builds the SDKs and the bridge as they are published and runs the first example of each README in an empty project.
 * Publishes nothing.
 */
export async function runReleaseTrial() {
  if (goIsMissing()) {
    console.log('not run: the release trial, because there is no Go here');
    return { passed: 0, failed: 0 };
  }
  const script = join(root, 'scripts/release.mjs');
  const { report, code } = await runWithReport(script, (file) => ['--dry-run', '--tried-only', '--json', file]);
  const { passed, failed } = report;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

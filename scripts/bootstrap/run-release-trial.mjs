import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goIsMissing } from './go.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Builds the SDKs and the bridge as they are published and runs the first example of each README in an empty project.
 * Publishes nothing.
 */
export async function runReleaseTrial() {
  if (goIsMissing()) {
    console.log('not run: the release trial, because there is no Go here');
    return { passed: 0, failed: 0 };
  }
  const folder = mkdtempSync(join(tmpdir(), 'mnema-release-trial-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runTool(join(root, 'scripts/release.mjs'), ['--dry-run', '--tried-only', '--json', file]);
    const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

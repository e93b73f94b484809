import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/** Runs the cases of conformance/ with every SDK and prints the table. Each case and language is one test. */
export async function runConformance() {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-conformance-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runTool(join(root, 'conformance/src/run.ts'), ['--json', file]);
    const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

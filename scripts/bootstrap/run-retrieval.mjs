import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/** Compares the quality of search with the recorded floors, in one check for each category of questions. */
export async function runRetrieval() {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-retrieval-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runTool(join(root, 'bench/src/retrieval/run.ts'), ['--check', '--json', file]);
    const { checks } = JSON.parse(readFileSync(file, 'utf8'));
    const failed = checks.filter(({ problems }) => problems.length > 0).length;
    // Only the exit code shows a failure after the report, such as one of closing the store.
    return { passed: checks.length - failed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

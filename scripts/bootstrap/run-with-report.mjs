import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runTool } from './run-tool.mjs';

function read(file, script, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${basename(script)} ended with ${code} and without a complete report`, { cause: error });
  }
}

/**
 * Runs a JavaScript tool that writes a report as JSON.
 * @param {(file: string) => string[]} words the arguments, given the path of the report
 * @returns {Promise<{ report: any, code: number }>}
 */
export async function runWithReport(script, words, options) {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-report-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runTool(script, words(file), options);
    return { report: read(file, script, code), code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

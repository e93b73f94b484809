import { join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';
import { capture, runTool } from './run-tool.mjs';

const docs = join(root, 'docs');
const vitepress = join(docs, 'node_modules/vitepress/bin/vitepress.js');

/** Builds the documentation as a site. A link to a page that does not exist fails it. Returns an exit code. */
export function buildSite() {
  return runTool(vitepress, ['build'], { cwd: docs });
}

/** Serves the documentation until it is stopped. Returns an exit code. */
export function serveSite() {
  return runTool(vitepress, ['dev'], { cwd: docs });
}

/** Builds the site without printing. Resolves to an exit code and the output. */
export function checkSite() {
  return capture(nodeBinary, [vitepress, 'build'], { cwd: docs });
}

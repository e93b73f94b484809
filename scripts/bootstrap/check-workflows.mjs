import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runDeployTool } from './deploy-tools.mjs';
import { root } from './paths.mjs';

const folder = join(root, '.github/workflows');

/** Checks the workflows of GitHub with actionlint; returns { code, output }. */
export function checkWorkflows() {
  const files = readdirSync(folder).map((name) => join(folder, name));
  // With these linters, the result would depend on the tools of the machine.
  return runDeployTool(['tool', 'actionlint', '-shellcheck=', '-pyflakes=', ...files]);
}

import { join } from 'node:path';
import { goIsMissing, runGo } from './go.mjs';
import { root } from './paths.mjs';

/** Runs Go's command in the module with the tools for charts and workflows; returns { code, output }. */
export async function runDeployTool(args) {
  if (!goIsMissing()) return runGo(args, { cwd: join(root, 'scripts/deploy-tools') });
  console.log('not checked: the Helm chart and the workflows, because there is no Go here');
  return { code: 0, output: '' };
}

import { join } from 'node:path';
import { goIsMissing, goModules, runGo } from './go.mjs';
import { root } from './paths.mjs';
import { capture } from './run-tool.mjs';

const tools = `-modfile=${join(root, 'sdks/go/tools/go.mod')}`;
const steps = [
  ['vet', './...'],
  ['tool', tools, 'staticcheck', './...'],
  ['mod', 'tidy', '-diff'],
];

async function checkModule(folder) {
  const cwd = join(root, folder);
  const unformatted = await capture('gofmt', ['-l', '.'], { cwd });
  if (unformatted.code !== 0 || unformatted.output !== '') {
    return { code: 1, output: `${folder}: gofmt -w would change\n${unformatted.output}` };
  }
  for (const step of steps) {
    const { code, output } = await runGo(step, { cwd });
    if (code !== 0) return { code, output: `${folder}: go ${step.join(' ')}\n${output}` };
  }
  return { code: 0, output: '' };
}

/** Checks the format of all Go modules and runs vet and staticcheck; returns { code, output }. */
export async function checkGo() {
  if (goIsMissing()) {
    console.log('not checked: the Go SDK, because there is no Go here');
    return { code: 0, output: '' };
  }
  for (const folder of goModules) {
    const result = await checkModule(folder);
    if (result.code !== 0) return result;
  }
  return { code: 0, output: '' };
}

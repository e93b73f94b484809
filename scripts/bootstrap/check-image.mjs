import { dirname, join } from 'node:path';
import { ensurePython, python } from './ensure-python.mjs';
import { capture } from './run-tool.mjs';

/** Checks the Dockerfile and the Compose file with their linters. No Docker is needed. */
export async function checkImage() {
  await ensurePython();
  const steps = [
    [join(dirname(python), 'hadolint'), '--no-color', 'Dockerfile'],
    ['dclint', '--max-warnings', '0', 'docker-compose.yml'],
  ];
  for (const [command, ...args] of steps) {
    const result = await capture(command, args);
    if (result.code !== 0) return result;
  }
  return { code: 0, output: '' };
}

import { ensurePython, python } from './ensure-python.mjs';
import { capture } from './run-tool.mjs';

const ruff = [python, '-m', 'ruff'];
const projects = ['sdks/python', 'examples/python'];

/** Checks format, lint and types of all Python code. */
export async function checkPython() {
  await ensurePython();
  const steps = [
    [...ruff, 'format', '--check', '--no-cache', ...projects],
    [...ruff, 'check', '--no-cache', ...projects],
    ...projects.map((project) => ['pyright', '-p', project, '--pythonpath', python]),
  ];
  let output = '';
  for (const [command, ...args] of steps) {
    const result = await capture(command, args);
    output += result.output;
    if (result.code !== 0) return { code: result.code, output };
  }
  return { code: 0, output };
}

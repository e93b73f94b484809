import { spawn } from 'node:child_process';
import { python } from './ensure-python.mjs';
import { toolEnvironment } from './environment.mjs';
import { passInterruption } from './interruption.mjs';
import { root } from './paths.mjs';
import { supervise } from './supervise.mjs';

/** Runs the Python of the tests with its output on the terminal; returns its exit code. */
export async function runPython(args, { cwd = root } = {}) {
  const options = { cwd, env: toolEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] };
  const code = await supervise(spawn(python, args, options));
  passInterruption(code);
  return code;
}

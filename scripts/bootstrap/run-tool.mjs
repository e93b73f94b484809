import { spawn } from 'node:child_process';
import { toolEnvironment } from './environment.mjs';
import { passInterruption } from './interruption.mjs';
import { nodeBinary, root } from './paths.mjs';
import { supervise } from './supervise.mjs';

/** Runs a JavaScript tool with Node.js 24 and its output on the terminal; returns its exit code. */
export async function runTool(script, args, { cwd = root } = {}) {
  const options = { cwd, env: toolEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] };
  const code = await supervise(spawn(nodeBinary, [script, ...args], options));
  passInterruption(code);
  return code;
}

/**
 * Runs a command with the workspace's tools and Node.js 24 first in PATH, and returns its output.
 * @param {{ cwd?: string, env?: Record<string, string>, input?: string }} [options] `input` goes to standard input
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, { cwd = root, env = {}, input } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...toolEnvironment(), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  // A command that ends without reading its input reports the failure itself.
  child.stdin?.on('error', () => {}).end(input);
  let output = '';
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await supervise(child);
  await closed;
  passInterruption(code);
  return { code, output };
}

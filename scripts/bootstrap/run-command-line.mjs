import { spawn } from 'node:child_process';
import { commandLine, compileCache, nodeBinary } from './paths.mjs';
import { supervise } from './supervise.mjs';

/**
 * Runs the server's command line from its TypeScript sources.
 * The IPC channel carries no messages. It closes when this process ends in any way, kill -9 included, and the server
 * then stops, so it never keeps the port.
 */
export function runCommandLine(args) {
  // With the kept JavaScript of the sources, no thread loads the compiler.
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  return supervise(spawn(nodeBinary, [commandLine, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
}

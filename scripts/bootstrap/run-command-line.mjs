import { spawn } from 'node:child_process';
import { commandLine, nodeBinary, serverEnvironment } from './paths.mjs';
import { supervise } from './supervise.mjs';

/**
 * Runs the server's command line from its TypeScript sources.
 * The IPC channel carries no messages. It closes when this process ends in any way, kill -9 included, and the server
 * then stops, so it never keeps the port.
 */
export function runCommandLine(args) {
  const env = { ...serverEnvironment, ...process.env };
  return supervise(spawn(nodeBinary, [commandLine, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
}

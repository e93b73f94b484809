import { spawn } from 'node:child_process';
import { commandLine, nodeBinary } from './paths.mjs';
import { supervise } from './supervise.mjs';

/**
 * Runs the server's command line from its TypeScript sources.
 * The IPC channel carries no messages: it closes when this process dies in any way, kill -9 included,
 * and the server takes that as its signal to stop, so it never lingers and holds the port.
 */
export function runCommandLine(args) {
  return supervise(spawn(nodeBinary, [commandLine, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
}

#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readConfig, readEnvironment } from '../config/config.ts';
import { run } from './run.ts';

// Nobody reads the output any more, or there is no room for it: no reason for a server to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const fromSources = import.meta.url.endsWith('.ts');

const exitCode = await run(process.argv.slice(2), {
  readConfig,
  readEnvironment,
  now: Date.now,
  // Loaded when called for: help and key commands need no web server.
  startServer: async (config) => (await import('../main.ts')).startServer(config),
  migrateStore: async (config, onProgress) => (await import('../app/services.ts')).migrateStore(config, onProgress),
  openReembedding: async (config) => (await import('../app/services.ts')).openReembedding(config),
  openAccountStore: async (config) => (await import('../app/services.ts')).openAccountStore(config),
  openCopySource: async (place) => (await import('../app/services.ts')).openCopySource(place),
  openCopyTarget: async (place) => (await import('../app/services.ts')).openCopyTarget(place),
  isSamePlace: async (one, other) => (await import('../app/services.ts')).isSamePlace(one, other),
  loadDoctor: () => import('../app/services/doctor.ts'),
  print: (output) => process.stdout.write(output),
  explain: (output) => process.stderr.write(output),
  isTerminal: process.stderr.isTTY === true,
  readInput: () => text(process.stdin),
  stopRequest: () =>
    new Promise((resolve) => {
      // A terminal sends Ctrl+C to the whole process group and npm passes it on as well: a second one means nothing.
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
      // The parent died without a word: nobody is left who would stop this process.
      process.on('disconnect', () => resolve());
      if (process.channel && !process.connected) resolve();
    }),
  machine: { platform: process.platform, home: homedir() },
  bridge: bridgeCommand(),
  programName: fromSources ? 'npm run --silent mnema --' : 'mnema',
});
process.exit(exitCode);

/** A checkout brings its own; on Windows npx is a script that only the shell can start. */
function bridgeCommand(): { command: string; args: string[] } {
  if (fromSources) {
    const inCheckout = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    // The path of the running one has a version in it, and is gone after the next installation.
    const node = inCheckout(`node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`);
    return {
      command: existsSync(node) ? node : process.execPath,
      args: [inCheckout('packages/mcp/bin/mnema-mcp.js')],
    };
  }
  const words = ['npx', '-y', '@mnema/mcp'];
  const [command = '', ...args] = process.platform === 'win32' ? ['cmd', '/c', ...words] : words;
  return { command, args };
}

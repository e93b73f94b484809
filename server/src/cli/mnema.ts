#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { readConfig, readEnvironment } from '../config/config.ts';
import { limitHeaps } from './limit-heaps.ts';
import { run } from './run.ts';

// A server continues if its output has no reader or no space left.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const fromSources = import.meta.url.endsWith('.ts');
if (fromSources) keepCompiledSources();

const exitCode = await run(process.argv.slice(2), {
  readConfig,
  readEnvironment,
  now: Date.now,
  // Help and key commands need no web server, so it is loaded only when it is used.
  startServer: async (config) => {
    const loaded = limitHeaps();
    const server = await (await import('../main.ts')).startServer(config);
    loaded();
    return server;
  },
  loadServices: () => import('../app/services.ts'),
  loadDoctor: () => import('../app/services/doctor.ts'),
  // A clone has no compiled client until it is built.
  loadSdk: () => import(fromSources ? inCheckout('packages/sdk/src/index.ts') : '@mnema/sdk'),
  print: (output) => process.stdout.write(output),
  explain: (output) => process.stderr.write(output),
  isTerminal: process.stderr.isTTY === true,
  isOutputTerminal: process.stdout.isTTY === true,
  // Node.js honours NO_COLOR and FORCE_COLOR.
  style: (format, output) => styleText(format, output, { stream: process.stdout }),
  readInput: () => text(process.stdin),
  stopRequest() {
    const request = new AbortController();
    // A terminal sends Ctrl+C to the whole process group, and npm passes it on, so a second signal means nothing.
    // With `disconnect`, the parent died without a signal, and no other process would stop this one.
    for (const end of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(end, () => request.abort());
    if (process.channel && !process.connected) request.abort();
    return request.signal;
  },
  machine: { platform: process.platform, home: homedir() },
  bridge: bridgeCommand(),
  marketplace: fromSources
    ? { source: 'directory', path: inCheckout('').replace(/[/\\]$/, '') }
    : { source: 'github', repo: 'mnema/mnema' },
  version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  programName: fromSources ? 'npm run --silent mnema --' : 'mnema',
});
process.exit(exitCode);

/** Otherwise each thread would load the compiler, which takes 15 MB. Only this user can write into the clone. */
function keepCompiledSources(): void {
  const folder = fileURLToPath(new URL('../../../node_modules/.cache/mnema', import.meta.url));
  enableCompileCache(folder);
  // Other threads read this variable when they begin.
  // biome-ignore lint/style/noProcessEnv: this is a setting of Node.js, not of the server.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
}

/** Returns the bridge of the clone, or that of the registry. On Windows, only the shell can start npx. */
function bridgeCommand(): { command: string; args: string[] } {
  if (fromSources) {
    // The path of the running Node.js contains a version, and disappears with the next installation.
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

function inCheckout(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

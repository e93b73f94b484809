import {
  findMissing,
  hasWorkspace,
  isStamped,
  removeInstallation,
  removeStamp,
  widerScope,
  writeStamp,
} from './installation.mjs';
import { passInterruption } from './interruption.mjs';
import { spawnPnpm } from './pnpm.mjs';
import { supervise } from './supervise.mjs';
import { shareLock, withLock } from './with-lock.mjs';

// The lock file carries the hash of every package and was checked against the release-age policy when it was written.
// Checking again would fetch all metadata on every new machine.
const locked = ['install', '--frozen-lockfile', '--trust-lockfile'];
const scopes = {
  server: {
    notice:
      'Installing what the server needs: about 220 packages, up to 228 MB to download, 1.1 GB on disk with the package caches. Only this once.',
    args: [...locked, '--prod', '--filter', 'mnema', '--filter', '@mnema/server...'],
  },
  dashboard: {
    notice: 'Installing what builds the dashboard: about 90 packages, up to 30 MB to download. Only this once.',
    args: [...locked, '--prod', '--filter', 'mnema', '--filter', '@mnema/server...', '--filter', '@mnema/dashboard...'],
  },
  sdk: {
    notice: 'Installing what bundles the TypeScript SDK: about 60 packages, up to 20 MB to download. Only this once.',
    args: [
      ...[...locked, '--prod', '--filter', 'mnema', '--filter', '@mnema/server...'],
      ...['--filter', '@mnema/dashboard...', '--filter', '@mnema/sdk-build'],
    ],
  },
  workspace: {
    notice: 'Installing the whole workspace: about 580 packages, up to 260 MB to download, 640 MB on disk.',
    args: locked,
  },
};

const isComplete = (scope) => isStamped(scope) && findMissing(scope) === undefined;

async function runPnpm(scope) {
  const child = spawnPnpm(scopes[scope].args);
  shareLock(child.pid);
  const code = await supervise(child);
  passInterruption(code);
  if (code !== 0) {
    throw new Error(
      `The installation failed (pnpm ended with ${code}; its message is above). Check the network connection and run the command again.`,
    );
  }
}

async function install(scope) {
  const startedAt = Date.now();
  console.error(scopes[scope].notice);
  // If files are missing despite a valid stamp, pnpm would rely on its own records and repair nothing.
  if (isStamped(scope)) removeInstallation();
  removeStamp();
  await runPnpm(scope);
  if (findMissing(scope) !== undefined) {
    removeInstallation();
    await runPnpm(scope);
  }
  const missing = findMissing(scope);
  if (missing !== undefined) {
    throw new Error(
      `The installation ended without an error, but ${missing} is missing. Remove node_modules and run the command again.`,
    );
  }
  writeStamp(scope);
  console.error(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/**
 * Makes sure that the packages of this lock file are installed; takes milliseconds when they are.
 * @param {'server' | 'dashboard' | 'sdk' | 'workspace'} wanted each satisfies those before it; what is there is never pruned
 */
export async function ensureInstalled(wanted) {
  const scope = hasWorkspace() ? 'workspace' : widerScope(wanted);
  if (isComplete(scope)) return;
  await withLock(async () => {
    if (!isComplete(scope)) await install(scope);
  });
}

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

const folder = join(root, '.cache');
const lock = join(folder, 'install.lock');
const pollMs = 250;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readHolders(from) {
  try {
    return readFileSync(join(from, 'pids'), 'utf8').trim();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// A folder that already contains its pid is moved in one step, so a lock without its process never exists.
function acquire() {
  const mine = join(folder, `install.lock.${process.pid}`);
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, 'pids'), `${process.pid}\n`);
  try {
    renameSync(mine, lock);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

function removeStale(holders) {
  const stale = join(folder, `install.lock.stale.${process.pid}`);
  try {
    renameSync(lock, stale);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  // Another process may have taken the lock since it was read; its lock is then moved back.
  if (readHolders(stale) === holders) rmSync(stale, { recursive: true, force: true });
  else renameSync(stale, lock);
}

/** Runs `work` while no other process of this checkout installs. It takes the lock of an ended process over. */
export async function withLock(work) {
  mkdirSync(folder, { recursive: true });
  for (let isReported = false; !acquire(); ) {
    const holders = readHolders(lock);
    if (holders === undefined) continue;
    if (!holders.split('\n').some((pid) => isAlive(Number(pid)))) {
      removeStale(holders);
      continue;
    }
    if (!isReported)
      console.error(`Waiting for another installation in this folder (process ${holders.split('\n')[0]}) …`);
    isReported = true;
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Keeps the lock as long as `pid` runs, in case this process is killed first. */
export function shareLock(pid) {
  if (pid !== undefined) writeFileSync(join(lock, 'pids'), `${process.pid}\n${pid}\n`);
}

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passInterruption } from './interruption.mjs';
import { root } from './paths.mjs';
import { supervise } from './supervise.mjs';
import { withLock } from './with-lock.mjs';

const environment = join(root, '.venv');
/** The Python of the tests, after `ensurePython`. */
export const python = join(environment, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
const requirements = join(root, 'scripts/requirements-test.txt');
const stamp = join(environment, '.mnema-requirements');

const digest = () => createHash('sha256').update(readFileSync(requirements)).digest('hex');

function isReady() {
  return existsSync(python) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest();
}

async function run(command, args) {
  const code = await supervise(spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] }));
  passInterruption(code);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}; its message is above.`);
}

function findPython() {
  const probe = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
  const candidates = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
  return candidates.find((candidate) => spawnSync(candidate, ['-c', probe], { stdio: 'ignore' }).status === 0);
}

async function installPython() {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!hasApt || (!isRoot && process.env.CI !== 'true')) return;
  console.error('Installing python3 and python3-venv with apt-get, for the tests …');
  const prefix = isRoot ? [] : ['sudo', '-n'];
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'python3', 'python3-venv'],
  ]) {
    const [command, ...args] = [...prefix, 'apt-get', ...step];
    await run(command, args);
  }
}

async function install() {
  if (findPython() === undefined) await installPython();
  const base = findPython();
  if (base === undefined) {
    throw new Error(
      'The tests need python3 (3.11 or newer) with its venv module. Debian, Ubuntu: sudo apt-get install python3 python3-venv. macOS: brew install python.',
    );
  }
  console.error('Installing the Python tools of the tests into .venv: 114 packages, about 103 MB to download.');
  rmSync(environment, { recursive: true, force: true });
  await run(base, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'];
  await run(python, [...pip, '--require-hashes', '-r', requirements]);
  writeFileSync(stamp, digest());
}

/** Makes sure that .venv holds exactly the pinned Python tools; takes milliseconds when it does. */
export async function ensurePython() {
  if (isReady()) return;
  await withLock(async () => {
    if (!isReady()) await install();
  });
}

import { spawn, spawnSync } from 'node:child_process';
import { passInterruption } from './interruption.mjs';
import { root } from './paths.mjs';
import { supervise } from './supervise.mjs';
import { withLock } from './with-lock.mjs';

async function run(command, args) {
  // Some packages would start a server for the whole machine; the tests start their own.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const code = await supervise(spawn(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] }));
  passInterruption(code);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}; its message is above.`);
}

async function install(name) {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!hasApt || (!isRoot && process.env.CI !== 'true')) return;
  console.error(`Installing ${name} with apt-get, for the tests …`);
  const prefix = isRoot ? [] : ['sudo', '-n', '--preserve-env=RUNLEVEL,DEBIAN_FRONTEND'];
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]) {
    const [command, ...args] = [...prefix, 'apt-get', ...step];
    await run(command, args);
  }
}

/**
 * Makes sure that a package of Debian is installed for the tests. Only root and CI install it.
 * @param {{ name: string, isHere: () => boolean, fix: string }} what `fix` is the advice for other users
 */
export async function installWithApt({ name, isHere, fix }) {
  if (isHere()) return;
  await withLock(async () => {
    if (!isHere()) await install(name);
  });
  if (!isHere()) throw new Error(fix);
}

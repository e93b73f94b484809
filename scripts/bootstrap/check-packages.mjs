import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npmPackages, readManifest } from '../release/npm-packages.mjs';
import { pnpmVersion } from './installation.mjs';
import { root } from './paths.mjs';
import { capture } from './run-tool.mjs';
import { startPackedServer } from './start-packed-server.mjs';

// `attw` is the profile of a package that others import, so that its types matter.
const packages = [
  {
    folder: 'packages/model-bge-small-en',
    attw: 'esm-only',
    mustHold: ['index.js', 'index.d.ts', 'model', 'runtime', 'README.md', 'CHANGELOG.md'],
  },
  {
    folder: 'packages/sdk',
    attw: 'strict',
    mustHold: [
      ...['dist/index.js', 'dist/index.cjs', 'dist/webhooks.js', 'dist/webhooks.cjs', 'dist/openapi-fetch-LICENSE.txt'],
      ...['README.md', 'CHANGELOG.md'],
    ],
  },
  {
    folder: 'packages/ai-sdk',
    attw: 'esm-only',
    mustHold: ['dist/index.js', 'dist/index.d.ts', 'README.md', 'CHANGELOG.md'],
  },
  {
    folder: 'packages/secret-scanner',
    attw: 'esm-only',
    mustHold: ['dist/index.js', 'dist/index.d.ts', 'README.md', 'CHANGELOG.md'],
  },
  { folder: 'packages/mcp', mustHold: ['bin/mnema-mcp.js', 'src/main.js', 'README.md', 'CHANGELOG.md'] },
  {
    folder: 'server',
    mustHold: ['dist/cli/mnema.js', 'dist/generated/openapi.json', 'dashboard/index.html', 'README.md', 'CHANGELOG.md'],
  },
];

const isUnwanted = (file) => /[.](test|contract)[.](d[.]ts|js|ts)$/.test(file) || /^src\/.*[.]ts$/.test(file);

async function runAll(steps) {
  let output = '';
  for (const [command, ...args] of steps) {
    const result = await capture(command, args);
    output += result.output;
    if (result.code !== 0) return { code: result.code, output };
  }
  return { code: 0, output };
}

async function pack(folder, target) {
  mkdirSync(target);
  const args = ['--yes', pnpmVersion, 'pack', '--pack-destination', target];
  const packed = await capture('npx', args, { cwd: join(root, folder) });
  const tarball = readdirSync(target).find((file) => file.endsWith('.tgz'));
  return { ...packed, tarball: tarball && join(target, tarball) };
}

function findWrongFiles(unpacked, mustHold) {
  const files = readdirSync(unpacked, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const missing = [...mustHold, 'package.json', 'LICENSE'].filter((file) => !files.includes(file));
  return [
    ...missing.map((file) => `the package lacks ${file}`),
    ...files.filter(isUnwanted).map((file) => `the package holds ${file}, which is of no use to its users`),
  ];
}

async function checkPackage({ folder, attw, mustHold }, workFolder) {
  const unpacked = unpackedFolder(workFolder, folder);
  const target = dirname(unpacked);
  const packed = await pack(folder, target);
  if (packed.code !== 0 || packed.tarball === undefined) return { code: 1, output: packed.output };
  const result = await runAll([
    ['publint', 'run', packed.tarball, '--strict'],
    ...(attw === undefined ? [] : [['attw', packed.tarball, '--profile', attw, '--no-color']]),
    ['tar', '-xzf', packed.tarball, '-C', target],
  ]);
  if (result.code !== 0) return result;
  const wrong = findWrongFiles(unpacked, mustHold);
  if (wrong.length > 0) return { code: 1, output: wrong.join('\n') };
  if (folder !== 'server') return result;
  linkDependencies(unpacked, workFolder);
  return startPackedServer(unpacked, join(target, 'data'));
}

const unpackedFolder = (workFolder, folder) => join(workFolder, folder.replaceAll('/', '-'), 'package');

/** Links what the workspace has installed, but our own packages as they were packed: those run their built files. */
function linkDependencies(unpacked, workFolder) {
  const installed = join(root, 'server/node_modules');
  const own = packages.map(({ folder }) => ({ folder, name: readManifest(folder).name }));
  for (const name of Object.keys(readManifest('server').dependencies)) {
    const packed = own.find((candidate) => candidate.name === name);
    const link = join(unpacked, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(packed ? unpackedFolder(workFolder, packed.folder) : join(installed, name), link, 'dir');
  }
}

/**
 * Packs the published packages and checks the tarballs: their files, types and entry points, and that the server
 * starts.
 */
export async function checkPackages() {
  const unchecked = npmPackages.filter((name) => !packages.some(({ folder }) => folder === name));
  if (unchecked.length > 0) return { code: 1, output: `published, but not checked: ${unchecked.join(', ')}` };
  const workFolder = mkdtempSync(join(tmpdir(), 'mnema-packages-'));
  try {
    for (const candidate of packages) {
      const result = await checkPackage(candidate, workFolder);
      if (result.code !== 0) return { ...result, output: `${candidate.folder}\n${result.output}` };
    }
    return { code: 0, output: '' };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

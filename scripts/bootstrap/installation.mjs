import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.mnema-install.json');

const readText = (path) => readFileSync(join(root, path), 'utf8');
const readManifest = (project) => JSON.parse(readText(join(project, 'package.json')));

export const pnpmVersion = readManifest('.').packageManager;

function digest() {
  const hash = createHash('sha256');
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readText(path));
  return hash.update(`${pnpmVersion} ${process.platform} ${process.arch}`).digest('hex');
}

/** Lists the folders of all workspace projects, as the lock file names them. */
function projects() {
  const importers =
    readText('pnpm-lock.yaml')
      .split(/^importers:$/m)[1]
      ?.split(/^\S/m)[0] ?? '';
  return [...importers.matchAll(/^ {2}(\S+):/gm)].map(([, project]) => project.replace(/^'(.*)'$/, '$1'));
}

/** What can be installed, each with the projects that it begins with; the root provides Node.js. */
const scopes = {
  server: ['.', 'server'],
  dashboard: ['.', 'server', 'packages/dashboard'],
  sdk: ['.', 'server', 'packages/dashboard', 'packages/sdk-build'],
  workspace: [],
};
const order = Object.keys(scopes);

/** Lists the projects of a scope, including those that they need. */
function projectsOf(scope) {
  if (scope === 'workspace') return projects();
  const byName = new Map(projects().map((project) => [readManifest(project).name, project]));
  const needed = new Set(scopes[scope]);
  for (const project of needed) {
    for (const [name, version] of Object.entries(readManifest(project).dependencies ?? {})) {
      if (version.startsWith('workspace:')) needed.add(byName.get(name));
    }
  }
  return [...needed];
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined; // a missing or incomplete file means that no installation was completed
  }
}

function isLinked(project, name) {
  return existsSync(join(root, project, 'node_modules', name, 'package.json'));
}

/** Describes the files that `scope` lacks on disk; undefined when it lacks none. */
export function findMissing(scope) {
  if (!existsSync(nodeBinary) || statSync(nodeBinary).size < 1_000_000) return 'Node.js 24';
  for (const project of projectsOf(scope)) {
    const { dependencies, devDependencies } = readManifest(project);
    const names = Object.keys({ ...dependencies, ...(scope === 'workspace' ? devDependencies : {}) });
    const name = names.find((candidate) => !isLinked(project, candidate));
    if (name !== undefined) return `${name} of ${project}`;
  }
  const present = new Set(readdirSync(join(modules, '.pnpm')));
  return readStamp()?.packages.find((name) => !present.has(name));
}

export function isStamped(scope) {
  const stamp = readStamp();
  return stamp?.digest === digest() && order.indexOf(stamp.scope) >= order.indexOf(scope);
}

/** Returns the wider of two scopes: the one that is wanted, and the one that was installed at last. */
export function widerScope(wanted) {
  const installed = readStamp()?.scope;
  return order.indexOf(installed) > order.indexOf(wanted) ? installed : wanted;
}

/** Returns true after a full installation, even one by a direct call of pnpm. */
export function hasWorkspace() {
  if (readStamp()?.scope === 'workspace') return true;
  return Object.keys(readManifest('.').devDependencies).some((name) => isLinked('.', name));
}

export function removeStamp() {
  rmSync(stampFile, { force: true });
}

export function writeStamp(scope) {
  const packages = readdirSync(join(modules, '.pnpm'));
  writeFileSync(stampFile, `${JSON.stringify({ digest: digest(), scope, packages })}\n`);
}

export function removeInstallation() {
  for (const project of projects()) rmSync(join(root, project, 'node_modules'), { recursive: true, force: true });
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { python } from '../bootstrap/ensure-python.mjs';
import { nodeBinary, root } from '../bootstrap/paths.mjs';
import { goModule, run } from './artifacts.mjs';

/** Returns the first example in this language that the README of a package shows. */
function firstExample(readme, language) {
  const example = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(
    readFileSync(join(root, readme), 'utf8'),
  )?.[1];
  if (example === undefined) throw new Error(`${readme} shows no example in ${language}`);
  return example;
}

function makeProject(folder, name, files) {
  const project = join(folder, `try-${name}`);
  mkdirSync(project, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(project, file), content);
  return project;
}

/** Installs packages in an empty project. Returns the folder of the project. */
async function installFromNpm(folder, name, packages, files = {}, options = []) {
  const project = makeProject(folder, name, { 'package.json': '{ "private": true, "type": "module" }', ...files });
  await run('npm', ['install', '--no-audit', '--no-fund', ...options, ...packages], { cwd: project });
  return project;
}

/**
 * Installs the tarball of a package in an empty project and runs the README's first program there.
 * @param source the folder of the package
 * @param others the packages that the README installs with it
 * @returns the program's output
 */
export async function tryTypeScript(folder, tarballs, source, env, others = []) {
  const example = firstExample(`${source}/README.md`, 'ts');
  const project = await installFromNpm(folder, source.replace('/', '-'), [tarballs[source], ...others], {
    'first.ts': example,
  });
  return run(nodeBinary, ['first.ts'], { cwd: project, env });
}

/** Installs the server with its own packages in an empty project. Returns the folder of the project. */
export const installServer = (folder, tarballs) => {
  const needed = ['packages/sdk', 'packages/model-bge-small-en', 'packages/secret-scanner', 'server'];
  return installFromNpm(
    folder,
    'server',
    needed.map((source) => tarballs[source]),
    {},
    // As in its README.
    ['--ignore-scripts'],
  );
};

/** The command of a server that {@link installServer} installed. */
export const programOf = (project) => join(project, 'node_modules/@mnema/server/dist/cli/mnema.js');

/** Adds a memory with the installed command and finds it by semantic search. Returns the line with the memory. */
export async function tryServer(project, env) {
  const mnema = (...args) => run(nodeBinary, [programOf(project), 'memory', ...args], { cwd: project, env });
  await mnema('add', 'Ada takes the night train to Vienna.', '--user-id', 'ada', '--wait', '20');
  const found = await mnema('search', 'How does Ada travel?', '--user-id', 'ada');
  if (!found.includes('night train')) throw new Error(`the search did not find the memory:\n${found}`);
  return found;
}

/** Runs the README's program in an empty virtual environment; pip fetches the dependencies of the SDK. */
export async function tryPython(folder, distribution, env) {
  const name = distribution.endsWith('.whl') ? 'wheel' : 'source';
  const project = makeProject(folder, name, { 'first.py': firstExample('sdks/python/README.md', 'python') });
  const own = join(project, process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python');
  await run(python, ['-m', 'venv', join(project, '.venv')]);
  await run(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', distribution], { cwd: project });
  return run(own, ['first.py'], { cwd: project, env });
}

/** Runs the program in an empty module, which gets the SDK through the module proxy protocol. */
export async function tryGo(folder, proxy, version, env) {
  const project = makeProject(folder, 'go', { 'main.go': firstExample('sdks/go/README.md', 'go') });
  const settings = {
    GOPROXY: pathToFileURL(proxy).href,
    GOSUMDB: 'off',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    // It has its own cache, because that of the user may contain another build of the same version.
    GOMODCACHE: join(project, '.modules'),
    GOFLAGS: '-modcacherw',
  };
  await run('go', ['mod', 'init', 'example.com/first'], { cwd: project, env: settings });
  await run('go', ['get', `${goModule}@v${version}`], { cwd: project, env: settings });
  return run('go', ['run', '.'], { cwd: project, env: { ...settings, ...env } });
}

/** Sends one request to a bridge and closes its input, after which the bridge ends. Returns the text of the tool's result. */
async function callTool({ command, args, ...options }, name, toolArguments) {
  const params = { name, arguments: toolArguments };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
  const output = await run(command, args, { ...options, input });
  const response = output.split('\n').find((line) => line.startsWith('{"'));
  const result = response && JSON.parse(response).result;
  if (!result || result.isError) throw new Error(`${name} failed through the bridge:\n${output}`);
  return result.content[0].text;
}

/** Installs the tarball in an empty project, where the command in the README's configuration starts it, and calls tools. */
export async function tryBridge(folder, tarball, env) {
  const project = await installFromNpm(folder, 'bridge', [tarball]);
  const { command, args } = JSON.parse(firstExample('packages/mcp/README.md', 'json')).mcpServers.mnema;
  // With `--offline`, npx starts the installed tarball or fails: it can't use a published version.
  const bridge = { command, args, cwd: project, env: { ...env, npm_config_offline: 'true' } };
  // Search finds its words at once, so the bridge need not wait after its input has ended.
  await callTool(bridge, 'service_add', { memory: 'Tea (bridge):\n1) Linus takes his tea with lemon.' });
  const found = await callTool(bridge, 'service_search', { query: 'How does Linus like his tea?' });
  const line = found.split('\n').find((one) => one.includes('lemon'));
  if (line === undefined) throw new Error(`service_search did not find what service_add wrote:\n${found}`);
  return line;
}

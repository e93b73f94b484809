import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from '../bootstrap/check-chart.mjs';
import { runDeployTool } from '../bootstrap/deploy-tools.mjs';
import { ensurePython, python } from '../bootstrap/ensure-python.mjs';
import { pnpmVersion } from '../bootstrap/installation.mjs';
import { root } from '../bootstrap/paths.mjs';
import { capture } from '../bootstrap/run-tool.mjs';

export const goModule = 'github.com/mnema/mnema/sdks/go';

/** Runs a command to its end. @throws with its output when it fails */
export async function run(command, args, options) {
  const { code, output } = await capture(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`);
  return output;
}

const filesIn = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** Packs the packages for npm. Returns their tarballs by the folder of each package. */
export async function packForNpm(folder, sources) {
  const tarballs = {};
  for (const source of sources) {
    const target = join(folder, source);
    mkdirSync(target, { recursive: true });
    await run('npx', ['--yes', pnpmVersion, 'pack', '--pack-destination', target], { cwd: join(root, source) });
    tarballs[source] = filesIn(target, '.tgz')[0];
  }
  return tarballs;
}

/** Builds the wheel and the source distribution for PyPI, and checks that twine accepts them. */
export async function buildForPython(folder) {
  await ensurePython();
  const target = join(folder, 'python');
  await run(python, ['-m', 'hatchling', 'build', '-d', target], { cwd: join(root, 'sdks/python') });
  const [wheel, source] = [filesIn(target, '.whl')[0], filesIn(target, '.tar.gz')[0]];
  await run(python, ['-m', 'twine', 'check', '--strict', wheel, source]);
  return { wheel, source };
}

/** Packs the Helm chart with the licence and the changelog of the server. Returns its archive. */
export async function packChart(folder) {
  const [source, target] = [join(folder, 'chart'), join(folder, 'helm')];
  mkdirSync(target);
  cpSync(chart, source, { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(source, 'LICENSE'));
  copyFileSync(join(root, 'server/CHANGELOG.md'), join(source, 'CHANGELOG.md'));
  const { code, output } = await runDeployTool(['run', './chart', 'package', source, target]);
  if (code !== 0) throw new Error(`the Helm chart could not be packed\n${output}`);
  return filesIn(target, '.tgz')[0];
}

/** Builds a folder that serves the Go module like a proxy after its tag. It contains committed files only. */
export async function archiveForGo(folder, version) {
  const target = join(folder, 'go', goModule, '@v');
  mkdirSync(target, { recursive: true });
  const name = join(target, `v${version}`);
  const prefix = `--prefix=${goModule}@v${version}/`;
  const tree = 'HEAD:sdks/go';
  const files = await run('git', ['ls-tree', '-r', '--name-only', tree], { cwd: root });
  // A module ends where another one begins.
  const others = [...files.matchAll(/^(.+)\/go[.]mod$/gm)].map(([, inner]) => `:(exclude)${inner}`);
  await run('git', ['archive', '--format=zip', prefix, '-o', `${name}.zip`, tree, '.', ...others], { cwd: root });
  writeFileSync(`${name}.mod`, readFileSync(join(root, 'sdks/go/go.mod')));
  writeFileSync(`${name}.info`, JSON.stringify({ Version: `v${version}`, Time: new Date().toISOString() }));
  writeFileSync(join(target, 'list'), `v${version}\n`);
  return join(folder, 'go');
}

import { python } from '../bootstrap/ensure-python.mjs';
import { root } from '../bootstrap/paths.mjs';
import { capture } from '../bootstrap/run-tool.mjs';
import { run } from './artifacts.mjs';

/** @throws unless all files to publish are committed */
export async function requireCleanTree() {
  const changes = await run('git', ['status', '--porcelain'], { cwd: root });
  if (changes !== '') throw new Error(`commit first; what is published must be what is tagged:\n${changes}`);
}

/** Publishes a tarball, unless the registry already has this version of the package. */
export async function publishToNpm(tarball, { name, version }) {
  const there = await capture('npm', ['view', `${name}@${version}`, 'version']);
  if (there.code === 0 && there.output.includes(version)) return `${name} ${version} is on npm already`;
  await run('npm', ['publish', tarball, '--access', 'public']);
  return `${name} ${version} published on npm`;
}

export async function publishToPyPi({ wheel, source }) {
  await run(python, ['-m', 'twine', 'upload', '--non-interactive', '--skip-existing', wheel, source]);
  return 'mnema-sdk published on PyPI';
}

/** Publishes the Go module, which only needs a tag. */
export async function tagGo(version) {
  const tag = `sdks/go/v${version}`;
  const there = await run('git', ['tag', '--list', tag], { cwd: root });
  if (there.trim() === '') await run('git', ['tag', tag], { cwd: root });
  await run('git', ['push', 'origin', tag], { cwd: root });
  return `${tag} pushed`;
}

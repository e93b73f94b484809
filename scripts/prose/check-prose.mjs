import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { goIsMissing, runGo } from '../bootstrap/go.mjs';
import { installWithApt } from '../bootstrap/install-with-apt.mjs';
import { root } from '../bootstrap/paths.mjs';
import { checkedSources, sources } from './sources.mjs';

const folder = join(root, 'scripts/vale');

/**
 * Runs Vale over sources and files; returns { code, output }. Only an error makes the code differ from 0.
 * @param {string[]} [names] sources, or paths of Markdown files
 * @param {'error' | 'warning'} [level] what the output shows
 */
export async function checkProse(names = checkedSources, level = 'error') {
  if (await valeCannotBeBuilt()) {
    console.log('not checked: the words of documents, because Vale needs Go and a C compiler');
    return { code: 0, output: '' };
  }
  const pages = mkdtempSync(join(tmpdir(), 'mnema-prose-'));
  try {
    const files = (await Promise.all(names.map((name) => filesOf(name, pages)))).flat();
    const flags = ['--config=.vale.ini', `--minAlertLevel=${level}`, '--output=line'];
    const { code, output } = await runGo(['tool', 'vale', ...flags, ...files], { cwd: folder });
    return { code, output: output.split('\n').map(toSource).join('\n') };
  } finally {
    rmSync(pages, { recursive: true });
  }
}

/** Vale contains parsers in C. Without a C compiler, Go switches cgo off. In CI, a missing compiler is installed. */
async function valeCannotBeBuilt() {
  if (goIsMissing()) return true;
  if (process.env.CI === 'true') {
    await installWithApt({
      name: 'build-essential',
      isHere: () => spawnSync('gcc', ['--version'], { stdio: 'ignore' }).status === 0,
      fix: 'Vale needs a C compiler, and none was found.',
    });
  }
  const { output } = await runGo(['env', 'CGO_ENABLED'], { cwd: folder });
  return output.trim() !== '1';
}

/** Returns the files of a source, and renders its page into `pages` if it has one. Any other name is a file. */
async function filesOf(name, pages) {
  const source = sources[name];
  if (source === undefined) return [resolve(root, name)];
  if (source.files) return (await source.files()).map((file) => join(root, file));
  const page = join(pages, `${name}.md`);
  writeFileSync(page, await source.render());
  return [page];
}

/** Makes the path of a finding relative. In a rendered page, the comment above the text has its source. */
function toSource(finding) {
  const [, path, line, rest] = /^(.+?\.md):(\d+):(.*)$/.exec(finding) ?? [];
  if (path === undefined) return finding;
  if (path.startsWith(join(root, sep))) return `${relative(root, path)}:${line}:${rest}`;
  const above = readFileSync(path, 'utf8').split('\n').slice(0, Number(line)).reverse();
  const comment = above.find((text) => /^<!-- .* -->$/.test(text));
  return `${comment?.slice(5, -4) ?? path}: ${rest}`;
}

import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The name on PyPI that belongs to an unrelated package. Ours is `mnema-sdk`, imported as `mnema_sdk`. */
const taken = 'mnema';

const tool = String.raw`\b(?:pip[\d.]*|pipx|uvx?|poetry|pdm|rye|conda|mamba|pixi|pipenv|easy_install)`;
const verb = '(?:install|add|download|inject|require|run|upgrade|with)';
// Arguments of a command line, of a list in code, or words of a sentence.
const gap = String.raw`[\s"'\x60,]`;
const notLonger = String.raw`(?![\w/-]|\.\w)`;
const specifier = String.raw` *(?:\[[\w, -]*\])? *(?:(?:[=!~<>]=+|[<>]) *["']?\d|@ *(?:git|https?|file)\b)`;

const words = (verb: string) => `${gap}+(?:[^\\n;&|]{0,200}?${gap})?${verb}`;
/** Each pattern finds one way to get the other package. Package managers ignore case, imports do not. */
const mistakes: [what: string, pattern: RegExp, files?: RegExp][] = [
  ['installs it', new RegExp(`${tool}${words(verb)}${words(taken)}${notLonger}`, 'gi')],
  ['runs it', new RegExp(`\\b(?:uvx|python[\\d.]*${gap}+-m)${gap}+${taken}${notLonger}`, 'gi')],
  ['links to it', new RegExp(`\\bpypi\\b[\\w./-]{0,40}/${taken}(?![\\w-])`, 'gi')],
  [
    'imports it',
    // A Go import may give a package this name, and then its path follows.
    new RegExp(`\\bimport\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?,\\s*)*${taken}(?![\\w-]|\\s+["'\`]|\\s+from\\b)`, 'g'),
  ],
  ['imports from it', new RegExp(`\\bfrom\\s+${taken}(?:\\.\\w+)*\\s+import\\b`, 'g')],
  [
    'imports it by its name',
    new RegExp(`\\b(?:import_module|__import__|find_spec|version|distribution)\\(\\s*["']${taken}["'.]`, 'g'),
  ],
  ['requires it', new RegExp(`(?<![\\w./:@-])${taken}${specifier}`, 'gi')],
  [
    'requires any version of it',
    new RegExp(`^\\s*${taken}\\s*(?:#.*)?$`, 'gim'),
    /(?:^|\/)(?:requirements|constraints)[^/]*$/,
  ],
  [
    'names it in a Python project',
    new RegExp(`["']${taken}["'\\[]|^\\s*${taken}\\s*=`, 'gim'),
    /(?:^|\/)(?:pyproject\.toml|Pipfile|setup\.(?:py|cfg))$/,
  ],
];

/** Finds every mistake in a file, as `path: what the text does: the text`. */
function findMistakes(path: string, text: string): string[] {
  const joined = text.replaceAll(/\\\r?\n/g, ' ');
  return mistakes
    .filter(([, , files]) => files?.test(path) ?? true)
    .flatMap(([name, pattern]) => [...joined.matchAll(pattern)].map(([found]) => `${path}: ${name}: ${found}`));
}

/** Lists what git tracks, and new files that it does not ignore, so that a mistake shows before the commit. */
function listFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed
    .split('\0')
    .filter((path) => path !== '' && lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile());
}

describe('the name of the Python package', () => {
  it('is nowhere in the repository that of the unrelated package', () => {
    const paths = listFiles();
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'sdks/python/README.md', 'sdks/python/pyproject.toml']));
    const found = paths.flatMap((path) => {
      const bytes = readFileSync(join(root, path));
      return bytes.includes(0) ? [] : findMistakes(path, bytes.toString());
    });
    expect(found).toEqual([]);
  });

  it.each([
    ...[`pip install ${taken}`, `pip3 install --upgrade "${taken}[speed]"`, `python -m pip install ${taken}==1.1.0`],
    ...[`pip install \\\n  ${taken}`, `pip install\n${taken}.`, `pip install httpx ${taken.toUpperCase()}`],
    ...[`%pip install -q ${taken}`, `run(['pip', 'install', '${taken}'])`, `uv pip install ${taken}>=1`],
    ...[`uvx ${taken}`, `uv run --with ${taken} agent.py`, `pipx run ${taken}`, `conda install -c forge ${taken}`],
    ...[`python -m ${taken}`, `https://pypi.org/project/${taken}/`, `import ${taken}`, `import os, ${taken}`],
    ...[`import ${taken}.types`, `from ${taken}.errors import NotFound`, `importlib.import_module("${taken}.types")`],
    ...[`${taken}>=1.1,<2`, `dependencies = ["${taken}[speed]==1.1.0"]`],
    `${taken} @ git+https://example.com/${taken}.git`,
  ])('is found to be wrong in: %s', (text) => {
    expect(findMistakes('docs/page.md', `Text before.\n${text}\nText after.`)).not.toEqual([]);
  });

  it.each([
    ['requirements-dev.txt', `httpx2\n${taken}\n`],
    ['examples/python/pyproject.toml', `[tool.poetry.dependencies]\n${taken} = "^1.1"`],
    ['sdks/python/pyproject.toml', `name = "${taken}"`],
  ])('is found to be wrong in a file of its kind: %s', (path, text) => {
    expect(findMistakes(path, text)).not.toEqual([]);
  });

  it.each([
    ...[`pip install ${taken}-sdk`, `pip install ../../sdks/python, then start ${taken}-server`, `urn:${taken}:error`],
    ...[`from ${taken}_sdk import Mnema`, `import ${taken}_sdk`, `npm install @${taken}/sdk`],
    `import ${taken} "github.com/${taken}/${taken}/sdks/go"`,
    ...[`{"mcpServers": {"${taken}": {"command": "npx"}}}`, `https://pypi.org/project/${taken}-sdk/`],
  ])('is not found to be wrong in: %s', (text) => {
    expect(findMistakes('docs/page.md', text)).toEqual([]);
  });
});

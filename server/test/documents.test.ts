import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toTables } from '../../bench/src/capacity/tables.ts';
// @ts-expect-error The script has no declarations.
import { countStoreMethods, listStoreMembers } from '../../scripts/house/store-methods.mjs';
import { problems } from '../src/api/problem.ts';
import { secretNames } from '../src/config/config.ts';
import { readBlocks, root } from './code-blocks/read-pages.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((document) => !document.endsWith('CHANGELOG.md'));

const read = (document: string) => readFileSync(join(root, document), 'utf8');

it('runs the commands of a systemd service with its user, folder and settings', () => {
  const page = readFileSync(join(root, 'docs/operate/systemd.md'), 'utf8');
  for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile']) {
    expect(page).toContain(`--property=${new RegExp(`^${name}=.*$`, 'm').exec(page)?.[0]}`);
  }
  expect(page).not.toMatch(/^Environment=/m);
});

describe.each(documents)('%s', (document) => {
  const text = withoutCode(read(document));

  it('has relative links that lead to files of the repository, and to headings in them', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
    expect(links.filter((link) => !/^(?:https|mailto):/.test(link) && !leadsSomewhere(document, link))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/`npm run (?:--silent )?(?:--prefix \S+ )?([a-z:-]+)/g)].map(
      ([, name]) => name as string,
    );
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

it('docs/reference/errors.md has a section with the status of each error, and no other', () => {
  const sections = read('docs/reference/errors.md').matchAll(/^## (\w+)\n\n\*\*(\d+)\.\*\*/gm);
  expect([...sections].map(([, code, status]) => [code, Number(status)])).toEqual(
    Object.entries(problems).map(([code, { status }]) => [code, status]),
  );
});

it('docs/scale.md shows the tables that `npm run capacity` prints', () => {
  expect(read('docs/scale.md')).toContain(toTables());
});

it('lets the Helm chart mount every secret setting as a file', () => {
  const { properties } = JSON.parse(read('deploy/helm/mnema/values.schema.json'));
  expect(properties.secret.properties.keys.items.enum.toSorted()).toEqual([...secretNames].toSorted());
});

it('AGENTS.md is short enough to be read at the start of every task', () => {
  expect(read('AGENTS.md').length).toBeLessThan(5_000);
});

it.each([
  ['AGENTS.md', ['', 'server', 'server/src', 'server/src/http', 'server/src/mcp']],
  ['docs/architecture.md', ['', 'server/src']],
])('%s names files and folders that are there, in backticks, from one of the folders %j', (document, homes) => {
  const named = [...read(document).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path]) => path as string)
    .filter((path) => path.includes('/') || /\w\.(?:ts|md|json)$/.test(path));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !homes.some((home) => existsSync(join(root, home, path))))).toEqual([]);
});

describe('docs/adapters.md', () => {
  const text = read('docs/adapters.md');
  const namesIn = (cells: string) => [...cells.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string).sort();

  it('lists every interface of a store with all of its members', () => {
    const rows = [...text.matchAll(/^\| `([A-Z]\w+)` \|([^|]+)\|/gm)].map(([, name, cell = '']) => [
      name,
      namesIn(cell),
    ]);
    const interfaces: [name: string, members: { name: string }[]][] = [...listStoreMembers(root)];
    expect(interfaces).toHaveLength(7);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(interfaces.map(([name, members]) => [name, members.map((member) => member.name).sort()])),
    );
  });

  it('states how many methods a store has', () => {
    expect(Number(/has to write: (\d+) methods/.exec(text)?.[1])).toBe(countStoreMethods(root));
  });

  it('lists every file of the kit', () => {
    const kit = text.slice(text.indexOf('## What the kit shares'), text.indexOf('## Files of the two stores'));
    const files = readdirSync(join(root, 'server/src/adapters/store-kit')).filter((name) => !name.endsWith('.test.ts'));
    expect([...kit.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) => namesIn(cell)).sort()).toEqual(files.sort());
  });

  it('names every suite that specifies a store', () => {
    const suites = ['server/test/mongodb/memories.test.ts', 'server/test/mongodb/contracts.test.ts']
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .flatMap((test) => [...test.matchAll(/^(describe\w+)\(/gm)].map(([, suite]) => suite as string));
    expect(suites.length).toBeGreaterThan(3);
    expect(suites.filter((suite) => !text.includes(`\`${suite}\``))).toEqual([]);
  });

  it('names files of both stores that are there', () => {
    const rows = text.slice(text.indexOf('## Files of the two stores')).matchAll(/^\| [a-z].+ \| (`.+) \| (`.+) \|$/gm);
    const files = [...rows].flatMap(([, sqlite = '', mongodb = '']) => [
      ...namesIn(sqlite).map((name) => `sqlite/${name}`),
      ...namesIn(mongodb).map((name) => `mongodb/${name}`),
    ]);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(join(root, 'server/src/adapters', file)))).toEqual([]);
  });
});

describe('the guides', () => {
  const list = read('docs/guides/README.md');
  /** Returns the guides that a text links to in a table. */
  const listedIn = (text: string) =>
    [...text.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, name]) => name as string);

  it('are all listed, and no others', () => {
    const names = readdirSync(join(root, 'docs/guides')).filter((name) => name !== 'README.md');
    expect(listedIn(list).sort()).toEqual(names.sort());
  });

  const features = listedIn(list.slice(list.indexOf('## Features'), list.indexOf('## Frameworks')));
  it.each(features)('%s has the example in each language, with the output of programs and of curl', (name) => {
    const languages = readBlocks(name, read(`docs/guides/${name}`)).map(({ language }) => language);
    expect(languages).toEqual(['ts', 'python', 'go', 'text', 'sh', 'text']);
  });
});

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
}

/** The anchors that GitHub gives to the headings of a document; a heading that is there twice gets a number. */
function anchorsOf(document: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(read(document)).matchAll(/^#{1,6} (.+)$/gm)) {
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
    const slug = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Removes blocks of code, in which a line may begin like a heading. */
const withoutCode = (text: string): string => text.replace(/^( *)(```+)[\s\S]*?^ *\2 *$/gm, '');

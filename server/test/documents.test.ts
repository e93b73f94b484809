import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const documents = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'docs/operations.md',
  'docs/adapters.md',
  'docs/scale.md',
  'packages/mcp/README.md',
  'examples/mcp/README.md',
];

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  it('has links that lead to files of the repository, or to another site', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links.filter((one) => !/^https:\/\//.test(one))) {
      expect(existsSync(join(root, dirname(document), link.replace(/#.*/, ''))), link).toBe(true);
    }
  });

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/`npm run (?:--silent )?([a-z:-]+)/g)].map(([, name]) => name as string);
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe('AGENTS.md', () => {
  const text = readFileSync(join(root, 'AGENTS.md'), 'utf8');

  it('is short enough to be read at the start of every task', () => {
    expect(text.length).toBeLessThan(5_000);
  });

  it('names files and folders that are there', () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
      .map(([, path]) => path as string)
      .filter((path) => path.includes('/') || /\w\.(?:ts|md|json)$/.test(path));
    expect(named.length).toBeGreaterThan(20);
    const homes = ['', 'server', 'server/src', 'server/src/http', 'server/src/mcp'];
    for (const path of named) {
      expect(
        homes.some((home) => existsSync(join(root, home, path))),
        path,
      ).toBe(true);
    }
  });
});

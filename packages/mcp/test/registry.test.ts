import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const manifest = read('package.json');
const entry = read('server.json');

it('the entry for the MCP registry fits the published package, which proves its name', () => {
  expect(entry).toMatchObject({ name: manifest.mcpName, version: manifest.version });
  expect(entry.packages).toMatchObject([
    { identifier: manifest.name, version: manifest.version, transport: { type: 'stdio' } },
  ]);
});

it('the entry for the MCP registry keeps the limits of its schema', () => {
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.repository).toMatchObject({ url: expect.any(String), source: 'github' });
});

it('the entry for the MCP registry names only variables that the bridge reads', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const { name } of entry.packages[0].environmentVariables) expect(readme).toContain(`\`${name}\``);
});

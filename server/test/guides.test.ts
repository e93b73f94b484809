import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBlocks } from './code-blocks/read-pages.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
const guides = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, blocks: readBlocks(name, readFileSync(new URL(name, folder), 'utf8')) }));

/** Guides for a framework, which exists in one language only. */
const frameworks = ['vercel-ai-sdk.md', 'langgraph.md', 'openai-agents.md', 'claude-code.md'];

describe('the guides', () => {
  it.each(guides.filter(({ name }) => !frameworks.includes(name)))(
    '$name has the story in each language, with the output of programs and of curl',
    ({ blocks }) => {
      expect(blocks.map(({ language }) => language)).toEqual(['ts', 'python', 'go', 'text', 'sh', 'text']);
    },
  );

  it('are all listed, and no others', () => {
    const list = readFileSync(new URL('README.md', folder), 'utf8');
    const listed = [...list.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(guides.map(({ name }) => name).sort());
  });
});

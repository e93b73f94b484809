import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { spawnServer, temporaryDirectory } from './process/spawn-server.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
const guides = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, blocks: blocksOf(readFileSync(new URL(name, folder), 'utf8')) }));

function blocksOf(document: string): { language: string; text: string }[] {
  const blocks = document.matchAll(/^```(\S*)\n(.*?)^```$/gms);
  return [...blocks].map(([, language = '', text = '']) => ({ language, text }));
}

describe('the guides', () => {
  it.each(guides)('$name has the story in each language, with the output of programs and of curl', ({ blocks }) => {
    // The tests of the SDKs run the programs.
    expect(blocks.map(({ language }) => language)).toEqual(['ts', 'python', 'go', 'text', 'sh', 'text']);
  });

  it('are all listed, and no others', () => {
    const list = readFileSync(new URL('README.md', folder), 'utf8');
    const listed = [...list.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(guides.map(({ name }) => name).sort());
  });

  it('show commands that print what they show', { timeout: 120_000 }, async () => {
    const account = { email: 'guides@example.com', password: 'correct horse battery staple' };
    const { url, key } = await spawnServer({
      directory: temporaryDirectory(),
      environment: {
        MNEMA_BOOTSTRAP_EMAIL: account.email,
        MNEMA_BOOTSTRAP_PASSWORD: account.password,
        MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
      },
    });
    const env = {
      ...process.env,
      MNEMA_BASE_URL: url,
      MNEMA_API_KEY: key ?? '',
      EMAIL: account.email,
      PASSWORD: account.password,
    };
    for (const { name, blocks } of guides) {
      const [commands, output] = blocks.slice(-2);
      const { stdout } = await promisify(execFile)('bash', ['-euc', commands?.text ?? ''], { env });
      expect(stdout.replaceAll('\r', ''), name).toBe(output?.text);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { checkDataBlock, unknownSettings } from './check-data-block.ts';

const check = (language: string, text: string) =>
  checkDataBlock({ page: 'page.md', line: 1, language, text, isOutput: false });

describe('a block of data', () => {
  // The pages show that right blocks pass.
  it.each([
    ['env', 'MNEMA_PORT=eighty\n'],
    ['env', 'export MNEMA_PORT 8080\n'],
    ['yaml', 'a: [1\n'],
    ['ini', 'ExecStart\n'],
    ['nginx', 'server {\n  listen 443 ssl\n}\n'],
    ['caddy', 'memory.example.com {\n'],
    ['toml', 'url = http\n'],
    ['json', '{"some": "other form"}'],
    ['json', '{"mcpServers": {"mnema": {"url": "http://127.0.0.1:8787"}}}'],
    ['json', '{"id": "a", "covers": ["createMemory"], "steps": []}'],
  ])('of %s fails when it is wrong: %s', (language, text) => {
    expect(() => check(language, text)).toThrow();
  });

  it('has no check in an unknown language', () => {
    expect(check('cobol', '')).toBe(false);
  });

  it('names settings that there are not', () => {
    expect(unknownSettings('MNEMA_PORT=1 MNEMA_PROT=1 MNEMA_METRICS_TOKEN_FILE=a MNEMA_API_KEY=b')).toEqual([
      'MNEMA_PROT',
    ]);
  });
});

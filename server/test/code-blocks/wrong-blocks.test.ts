import { expect, it } from 'vitest';
import { checkDataBlock, unknownSettings } from './check-data-block.ts';
import { expectOutput } from './compare-output.ts';

// The pages show that right blocks and outputs pass.
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
  ['cobol', ''],
])('a block of %s fails when it is wrong or has no check: %s', (language, text) => {
  expect(() => checkDataBlock({ page: 'page.md', line: 1, language, text, isOutput: false })).toThrow();
});

it('settings that there are not are named', () => {
  const text = 'MNEMA_PORT=1 MNEMA_PROT=1 MNEMA_METRICS_TOKEN_FILE=a MNEMA_API_KEY=b';
  expect(unknownSettings(text)).toEqual(['MNEMA_PROT']);
});

it.each([
  ['other text', 'failed\n', 'ready\n'],
  ['another score', '0.12\n', '0.92\n'],
  ['more lines', 'ready\nfailed\n', 'ready\n'],
  ['fewer lines', 'ready\n', 'ready\nready\n'],
  ['text that the page does not show', 'ready\n', ''],
  ['no text', '', 'ready\n'],
  ['another order', 'last\nfirst\n', 'first\n…\nlast\n'],
])('the output of a block must not be %s', (_what, printed, shown) => {
  expect(() => expectOutput(printed, shown)).toThrow();
});

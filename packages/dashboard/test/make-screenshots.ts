// Makes pictures of each page, light and dark, wide and narrow: node packages/dashboard/test/make-screenshots.ts FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeAccount } from './make-account.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { startServer } from './start-server.ts';

const folder = process.argv[2] ?? 'screenshots';
const pages = ['', 'memories', 'map', 'requests', 'api-keys', 'connect', 'settings'];
const texts = [
  'Ada takes her tea without sugar, and no milk before noon.',
  'We moved the launch of Apollo to the first of March because the encoder was not ready.',
  'Linus prefers short answers with the command first.',
  'The staging database is rebuilt every Sunday night; nobody should rely on its contents.',
];

mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), openBrowser()]);
try {
  const full = await makeAccount(server.url);
  for (const text of texts) {
    await full.call('POST', '/memories', {
      text,
      agent_id: 'planner',
      metadata: { project: 'apollo', tags: ['team'] },
    });
  }
  for (const query of ['tea', 'launch', 'database']) await full.call('POST', '/search', { query });
  await full.call('POST', '/search', { query: '' }).catch(() => {}); // a rejected request for the log
  await full.call('POST', '/api-keys', { label: 'planner', scopes: ['read', 'write'] });
  const accounts = { full, empty: await makeAccount(server.url) };
  for (const theme of ['light', 'dark'] as const) {
    for (const width of ['wide', 'narrow'] as const) {
      for (const [state, account] of Object.entries(accounts)) {
        const { page, context } = await openPage(browser, { url: server.url, theme, width });
        if (state === 'empty') {
          await page.goto('/app/sign-in', { waitUntil: 'networkidle' });
          await page.screenshot({ path: join(folder, `sign-in-${theme}-${width}.png`) });
        }
        await account.signIn(context);
        for (const name of pages) {
          await page.goto(`/app/${name}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForTimeout(700);
          const file = `${name || 'overview'}-${state}-${theme}-${width}.png`;
          await page.screenshot({ path: join(folder, file), fullPage: true });
        }
        await context.close();
      }
    }
  }
} finally {
  await Promise.all([server.remove(), browser.close()]);
}

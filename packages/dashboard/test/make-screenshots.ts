// Makes pictures of each page, light and dark, wide and narrow, full, empty and failing:
// node packages/dashboard/test/make-screenshots.ts FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fillAccount } from './fill-account.ts';
import { makeAccount } from './make-account.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { startServer } from './start-server.ts';

const folder = process.argv[2] ?? 'screenshots';

const pages = ['', 'memories', 'map', 'requests', 'api-keys', 'connect', 'settings'];
const row = (page: Page) => page.getByRole('list', { name: 'Memories' }).getByRole('link').first();
/** What else is shown of a full account: its name, its page, and how it is opened. */
const opened: [name: string, path: string, open: (page: Page) => Promise<void>][] = [
  ['memory', 'memories', (page) => row(page).click()],
  [
    'search',
    'memories?q=when%20is%20the%20launch',
    async (page) => {
      await row(page).click();
      await page.getByRole('tab').nth(1).click();
    },
  ],
  ['request', 'requests', (page) => page.getByRole('table').last().getByRole('link').first().click()],
  [
    'new-key',
    'api-keys',
    async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('my laptop');
      await page.keyboard.press('Enter');
      await page.getByText('This key is shown once.').waitFor();
    },
  ],
  ['webhook', 'settings', (page) => page.getByRole('table', { name: 'Webhooks' }).getByRole('link').click()],
];

const problem = {
  type: 'urn:mnema:error:unavailable',
  title: 'Unavailable',
  status: 503,
  code: 'unavailable',
  detail: 'The store does not respond. Send the request again in a moment.',
  request_id: 'req_01KAJ2W4T1D3F5H7J9K1M3N5P7',
};

/** Lets everything fail but the account and the pages themselves. */
const fail = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => !pathname.startsWith('/app/') && pathname !== '/auth/me',
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
  );

/** Waits until nothing is being read. */
async function settle(page: Page): Promise<void> {
  await page.locator('main').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(200);
}

mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([
  startServer({ MNEMA_DEFAULT_PLAN: 'growth', MNEMA_RATE_LIMITS: 'off' }),
  openBrowser(),
]);
try {
  const [full, empty] = [await makeAccount(server.url), await makeAccount(server.url)];
  await fillAccount(full);
  for (const theme of ['light', 'dark'] as const) {
    for (const width of ['wide', 'narrow'] as const) {
      const shoot = (page: Page, name: string, fullPage: boolean) =>
        page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage });
      for (const state of ['empty', 'full', 'failing'] as const) {
        const { page, context } = await openPage(browser, { url: server.url, theme, width });
        if (state === 'empty') {
          await page.goto('/app/sign-in');
          await settle(page);
          await shoot(page, 'sign-in', false);
        }
        await (state === 'empty' ? empty : full).signIn(context);
        if (state === 'failing') await fail(page);
        for (const path of pages) {
          await page.goto(`/app/${path}`);
          await settle(page);
          await shoot(page, `${path || 'overview'}-${state}`, true);
        }
        if (state === 'full') {
          for (const [name, path, open] of opened) {
            await page.goto(`/app/${path}`);
            await settle(page);
            await open(page);
            await settle(page);
            await shoot(page, name, false);
          }
        }
        await context.close();
      }
    }
  }
} finally {
  await Promise.all([server.remove(), browser.close()]);
}

// Makes pictures of each page, light and dark, wide and narrow, full, empty and failing; and in FOLDER/best those that
// docs/dashboard shows, before pngquant makes them smaller:
// node packages/dashboard/test/make-screenshots.ts FOLDER
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fillAccount } from './fill-account.ts';
import { makeAccount, type TestAccount } from './make-account.ts';
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

/** The pictures of docs/dashboard, by their names here. */
const best: Record<string, string> = {
  overview: 'overview-light-wide',
  'overview-dark': 'overview-dark-wide',
  'overview-phone': 'overview-dark-narrow',
  memories: 'memories-light-wide',
  memory: 'memory-light-wide',
  explain: 'search-dark-wide',
  'memories-phone': 'memories-light-narrow',
  requests: 'requests-light-wide',
  'new-key': 'new-key-light-wide',
  connect: 'connect-dark-wide',
  webhook: 'webhook-light-wide',
};

const dayMs = 86_400_000;

/** Shows a year of use, which nobody can make in a minute. */
const showYear = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname === '/requests/stats',
    async (route) => {
      const stats = await (await route.fetch()).json();
      let seed = 7;
      const random = (): number => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      const totals = { memory_write: 0, memory_search: 0 };
      for (const day of stats.days) {
        const isWeekend = [0, 6].includes(new Date(day.date).getUTCDay());
        const share = 1 - (Date.now() - Date.parse(day.date)) / (400 * dayMs);
        const use = share * random() * (isWeekend ? 4 : 40);
        day.memory_write += Math.floor(use);
        day.memory_search += Math.floor(use * 2.4 * random());
        totals.memory_write += day.memory_write;
        totals.memory_search += day.memory_search;
      }
      await route.fulfill({ json: { ...stats, totals: { ...stats.totals, ...totals } } });
    },
  );

/** Shows deliveries to a receiver that is there. */
const showDeliveries = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname.endsWith('/deliveries'),
    async (route) => {
      const answer = await (await route.fetch()).json();
      const [one] = answer.results;
      const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      const ended = { status: 'delivered', response_status: 204, error: null, attempts: 1, next_attempt_at: null };
      const results = [
        { ...one, ...ended, id: 'dlv_3', created_at: ago(2) },
        { ...one, ...ended, id: 'dlv_2', type: 'memory.failed', created_at: ago(190) },
        {
          ...one,
          ...ended,
          id: 'dlv_1',
          created_at: ago(3_000),
          status: 'failed',
          response_status: 500,
          error: 'status',
          attempts: 2,
          recent_attempts: [1_400, 2_999].map((minutes) => ({
            time: ago(minutes),
            ...{ response_status: 500, error: 'status' },
          })),
        },
      ];
      await route.fulfill({ json: { ...answer, results: one ? results : [] } });
    },
  );

const problem = {
  type: 'https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unavailable',
  title: 'Unavailable',
  status: 503,
  code: 'unavailable',
  detail: 'The store does not respond. Send the request again in a moment.',
  request_id: 'req_01KAJ2W4T1D3F5H7J9K1M3N5P7',
};

/** Makes the requests of an agent, one of which is rejected. */
async function sendWithKey(account: TestAccount, url: string): Promise<void> {
  const { key } = (await account.call('POST', '/api-keys', { label: 'support desk', scopes: ['read', 'write'] })) as {
    key: string;
  };
  const send = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const query of ['Who pays by invoice?', 'code 17', 'When is Carl away?']) await send('/search', { query });
  await send('/memories', { text: 'The customer in Oslo asked for the order number again.', agent_id: 'support' });
  await send('/search', { query: 'beta', top_k: 0 });
  await send('/search', { query: 'short answers' });
}

/** Lets everything fail but the account and the pages themselves. */
const fail = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => !pathname.startsWith('/app/') && pathname !== '/auth/me',
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
  );

/** Waits until nothing is being read. */
async function waitUntilRead(page: Page): Promise<void> {
  await page.locator('main').waitFor({ state: 'attached' });
  // The overview follows the log, so that one of its requests is always under way.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {});
  await page.waitForFunction(() => !document.body.textContent.includes('Loading'));
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
  await sendWithKey(full, server.url);
  for (const theme of ['light', 'dark'] as const) {
    for (const width of ['wide', 'narrow'] as const) {
      const shoot = (page: Page, name: string, fullPage: boolean) =>
        page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage });
      for (const state of ['empty', 'full', 'failing'] as const) {
        const { page, context } = await openPage(browser, { url: server.url, theme, width });
        if (state === 'empty') {
          await page.goto('/app/sign-in');
          await waitUntilRead(page);
          await shoot(page, 'sign-in', false);
        }
        await (state === 'empty' ? empty : full).signIn(context);
        if (state === 'failing') await fail(page);
        if (state === 'full') await Promise.all([showYear(page), showDeliveries(page)]);
        for (const path of pages) {
          await page.goto(`/app/${path}`);
          await waitUntilRead(page);
          const name = path || 'overview';
          if (state === 'full') await shoot(page, name, false);
          await shoot(page, `${name}-${state}`, true);
        }
        if (state === 'full') {
          for (const [name, path, open] of opened) {
            await page.goto(`/app/${path}`);
            await waitUntilRead(page);
            await open(page);
            await waitUntilRead(page);
            await shoot(page, name, false);
          }
        }
        await context.close();
      }
    }
  }
  mkdirSync(join(folder, 'best'), { recursive: true });
  for (const [name, picture] of Object.entries(best)) {
    copyFileSync(join(folder, `${picture}.png`), join(folder, 'best', `${name}.png`));
  }
} finally {
  await Promise.all([server.remove(), browser.close()]);
}

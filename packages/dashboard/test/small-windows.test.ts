import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAccount } from './fill-account.ts';
import { makeAccount, type TestAccount } from './make-account.ts';
import { expectNothingCutOff, openBrowser, openPage } from './open-browser.ts';
import { startEmbedder, type TestEmbedder } from './start-embedder.ts';
import { startServer, type TestServer } from './start-server.ts';

/** What is opened on a page, by its link. */
const pages: Record<string, ((page: Page) => Promise<void>)[]> = {
  '': [],
  memories: [
    (page) => page.getByRole('button', { name: 'Filter' }).click(),
    (page) => page.getByRole('list', { name: 'Erinnerungen' }).getByRole('link').first().click(),
  ],
  requests: [
    (page) =>
      page
        .getByRole('table', { name: /^Anfragen/ })
        .getByRole('link')
        .first()
        .click(),
  ],
  'api-keys': [(page) => page.getByRole('table').getByRole('link').first().click()],
  connect: [],
  settings: [(page) => page.getByRole('table', { name: 'Webhooks' }).getByRole('link').click()],
};

describe('small windows', () => {
  let server: TestServer;
  let browser: Browser;
  let embedder: TestEmbedder;
  let account: TestAccount;
  beforeAll(async () => {
    embedder = await startEmbedder();
    const environment = { MNEMA_DEFAULT_PLAN: 'enterprise', ...embedder.environment };
    [server, browser] = await Promise.all([startServer(environment), openBrowser()]);
    account = await makeAccount(server.url);
    await fillAccount(account);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
    embedder?.close();
  });

  // German has the longer words.
  for (const width of ['narrow', 'zoomed'] as const) {
    it(`cut nothing off and scroll in one direction, on all pages and their panels (${width})`, async () => {
      const { page, context, expectQuiet } = await openPage(browser, { url: server.url, width, language: 'de-DE' });
      await page.goto('/app/sign-in');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNothingCutOff(page);
      await account.signIn(context);
      for (const [path, steps] of Object.entries(pages)) {
        await page.goto(`/app/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.getByText('Lädt', { exact: true }).count()).toBe(0);
        await expectNothingCutOff(page);
        for (const step of steps) {
          await step(page);
          await expectNothingCutOff(page);
        }
      }
      expectQuiet();
      await context.close();
    });
  }
});

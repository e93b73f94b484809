import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from './make-account.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage } from './open-browser.ts';
import { startEmbedder, type TestEmbedder } from './start-embedder.ts';
import { startServer, type TestServer } from './start-server.ts';

const picture = (page: Page) => page.getByRole('application', { name: 'Map of the memories' });

/** A busy machine takes a while to compute a map. */
const patience = { timeout: 40_000 };

/** The number of pixels that were drawn in the picture. */
const drawnPixels = (page: Page): Promise<number> =>
  page.locator('canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length;
  });

async function writeAll(account: TestAccount, memories: object[]): Promise<void> {
  await account.call('POST', '/memories/batch', { memories });
  const countPending = async () =>
    ((await account.call('GET', '/memories?status=pending')) as { results: unknown[] }).results.length;
  await expect.poll(countPending, patience).toBe(0);
}

describe('the map', { timeout: 120_000 }, () => {
  let server: TestServer;
  let browser: Browser;
  let embedder: TestEmbedder;
  beforeAll(async () => {
    embedder = await startEmbedder();
    const environment = { MNEMA_DEFAULT_PLAN: 'enterprise', MNEMA_RATE_LIMITS: 'off', ...embedder.environment };
    [server, browser] = await Promise.all([startServer(environment), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
    embedder?.close();
  });

  it('draws a point for each memory, and is read, enlarged and opened by keyboard', async () => {
    const account = await makeAccount(server.url);
    await writeAll(
      account,
      Array.from({ length: 40 }, (_, at) => ({
        text: `Note ${at} <img src=x onerror="window.harm = true">`,
        agent_id: at % 2 ? 'planner' : 'coder',
        metadata: at % 4 === 0 ? {} : { project: at % 3 ? 'apollo' : 'gemini' },
      })),
    );
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/map');
    await picture(page).waitFor(patience);
    await expect.poll(() => drawnPixels(page), patience).toBeGreaterThan(500);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const legend = page.getByRole('list', { name: 'Legend' });
    await expect
      .poll(() => legend.getByRole('button').allTextContents(), patience)
      .toEqual(['apollo20', 'gemini10', 'None10']);
    await legend.getByRole('button', { name: 'gemini' }).press('Enter');
    await legend.getByRole('button', { name: 'gemini', pressed: true }).waitFor();
    await page.getByRole('radio', { name: 'Agent' }).check();
    await expect.poll(() => new URL(page.url()).search, patience).toBe('?color=agent');
    await expect.poll(() => legend.getByRole('button').allTextContents(), patience).toEqual(['coder20', 'planner20']);

    await picture(page).focus();
    await page.keyboard.press('ArrowRight');
    const status = page.getByRole('status').getByText(/^Note \d+ <img/);
    const first = await status.textContent();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await status.waitFor();
    await page.keyboard.press('Escape');
    await status.waitFor({ state: 'detached' });
    await page.keyboard.press('+');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => status.textContent(), patience).toBe(first);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Memory' });
    await panel.getByText((first as string).split('>')[0] as string).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    const isFocused = () => picture(page).evaluate((element) => element === document.activeElement);
    await expect.poll(isFocused, patience).toBe(true);
    expect(await page.evaluate(() => 'harm' in globalThis)).toBe(false);
    expectQuiet();
    await context.close();
  });

  it('shows a memory under the pointer, opens it by a click and in the list of memories', async () => {
    const account = await makeAccount(server.url);
    await writeAll(account, [{ text: 'Ada takes tea.' }]);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/map');
    await picture(page).waitFor(patience);
    const { width, height } = (await picture(page).boundingBox()) as { width: number; height: number };
    // The only point is in the middle, under the buttons' row.
    const position = { x: width / 2, y: (height + 32) / 2 };
    await picture(page).hover({ position });
    await picture(page).getByText('Ada takes tea.').waitFor();
    await page.mouse.wheel(0, -600);
    await page.getByRole('button', { name: 'Whole map' }).click();
    await picture(page).click({ position });
    const panel = page.getByRole('complementary', { name: 'Memory' });
    await panel.getByText('Ada takes tea.').waitFor();
    await panel.getByRole('link', { name: 'Open in Memories' }).press('Enter');
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor();
    await page.getByRole('complementary', { name: 'Memory' }).getByText('Ada takes tea.').waitFor();
    expectQuiet();
    await context.close();
  });

  it('has the same as a table, fifty rows at a time, in German on a phone', async () => {
    const account = await makeAccount(server.url);
    await writeAll(
      account,
      Array.from({ length: 60 }, (_, at) => ({ text: `Note ${at}`, metadata: { project: `p${at % 12}` } })),
    );
    const options = { url: server.url, width: 'narrow', language: 'de-DE' } as const;
    const { page, context, expectQuiet } = await openPage(browser, options);
    await account.signIn(context);
    await page.goto('/app/map');
    await page.getByText('Dasselbe als Tabelle').press('Enter', patience);
    const table = page.getByRole('table', { name: 'Erinnerungen auf der Karte' });
    await expect.poll(() => table.getByRole('row').count(), patience).toBe(51);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Mehr laden' }).press('Enter');
    await expect.poll(() => table.getByRole('row').count(), patience).toBe(61);
    await page.getByRole('button', { name: 'Alle anderen' }).waitFor();
    const link = table.getByRole('link', { name: 'Note 7', exact: true });
    await link.press('Enter');
    await page.getByRole('complementary').getByText('Note 7', { exact: true }).waitFor();
    await expectAccessible(page);
    expectQuiet();
    await context.close();
  });

  it('says what is missing when there are no memories, and what failed', async () => {
    const account = await makeAccount(server.url);
    const { page, context } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/map');
    await page.getByText('No memories yet.').waitFor();
    await expectAccessible(page);
    const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'store_unavailable' };
    const json = { ...problem, detail: 'The store is away.', request_id: 'req_1' };
    await page.route(`${server.url}/map`, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('The store is away.').waitFor();
    await expectAccessible(page);
    await page.unroute(`${server.url}/map`);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('No memories yet.').waitFor();
    await context.close();
  });

  it('says that the map is computed and asks again until it is', async () => {
    const account = await makeAccount(server.url);
    await writeAll(account, [{ text: 'Ada takes tea.' }, { text: 'Linus takes coffee.' }]);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    let requests = 0;
    await page.route(`${server.url}/map`, async (route) => {
      requests += 1;
      const total = requests === 1 ? null : 100_000;
      if (requests > 2) await route.continue();
      else await route.fulfill({ json: { status: 'computing', total, points: [], computed_at: null } });
    });
    await page.goto('/app/map');
    await page.getByText('Placing the points of 100,000 memories.').waitFor();
    await expectAccessible(page);
    await picture(page).waitFor(patience);
    expectQuiet();
    await context.close();
  });
});

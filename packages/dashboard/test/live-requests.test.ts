import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from './make-account.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage } from './open-browser.ts';
import { startServer, type TestServer } from './start-server.ts';

/** Lets the page believe that its tab was hidden, or shown again. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Counts the calls of a page that follow the log and have no response yet. */
function watchPolls(page: Page): () => number {
  const open = new Set<object>();
  const isPoll = (url: string) => new URL(url).searchParams.has('after');
  page.on('request', (request) => {
    if (isPoll(request.url())) open.add(request);
  });
  const close = (request: object) => void open.delete(request);
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return () => open.size;
}

describe('requests as they come, and similar memories', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ MNEMA_RATE_LIMITS: 'off' }), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
  });

  it('shows new requests while the switch is on, keeps the opened one, and says little about it', async () => {
    const account = await makeAccount(server.url);
    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    const polls = watchPolls(page);
    await page.goto('/app/requests?source=dashboard');
    const table = page.getByRole('table', { name: 'Requests, newest first' });
    await table.getByRole('link', { name: 'createMemory' }).waitFor();
    expect(polls()).toBe(0);
    const live = page.getByRole('switch', { name: 'Live' });
    await live.focus();
    await page.keyboard.press('Space');
    expect(await live.isChecked()).toBe(true);
    await page.getByRole('status').getByText('New requests appear automatically.').waitFor();
    await expect.poll(polls).toBe(1);
    await account.call('POST', '/search', { query: 'tea' });
    await table.getByRole('link', { name: 'searchMemories' }).waitFor();
    // Every further one would be announced as it comes.
    expect(await page.locator('[aria-live="polite"]').filter({ hasText: 'requests' }).count()).toBe(0);
    await expectAccessible(page);
    await table.getByRole('link', { name: 'searchMemories' }).press('Enter');
    await page.getByRole('complementary', { name: 'searchMemories' }).getByText('POST /search').waitFor();
    await page.keyboard.press('Escape');
    await live.press('Space');
    await expect.poll(polls).toBe(0);
    expectQuiet();
    await context.close();
  });

  it('does not report itself: a page that only follows adds nothing to the log', async () => {
    const account = await makeAccount(server.url);
    const { page, context } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    const polls = watchPolls(page);
    await page.goto('/app/requests');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await expect.poll(polls).toBe(1);
    type Log = { results: { path: string; created_at: string }[]; newer_cursor: string };
    const read = async (query: string) => (await account.call('GET', `/requests?${query}`)) as Log;
    const { newer_cursor: cursor } = await read('limit=1');
    const later = async () => (await read(`after=${cursor}`)).results.map(({ path }) => path);
    const countOf = async (path: string) => (await later()).filter((one) => one === path).length;
    const rows = page.getByRole('table', { name: 'Requests, newest first' }).getByRole('link', { name: 'getUsage' });
    /** Each of them ends a wait of the page, which then follows again. */
    async function sendRequests(numbers: readonly number[]): Promise<void> {
      for (const number of numbers) {
        await account.call('GET', '/usage');
        await expect.poll(() => rows.count()).toBe(number);
      }
    }
    // The first rows are those of the page as it opened.
    await sendRequests([1, 2]);
    const before = await countOf('/requests');
    await sendRequests([3, 4, 5]);
    expect(await countOf('/requests')).toBe(before);
    await context.close();
  });

  it('leaves an older page for the first one, with the same filters', async () => {
    const account = await makeAccount(server.url);
    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    const { page, context } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/requests?source=dashboard&page=2');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await page
      .getByRole('table', { name: 'Requests, newest first' })
      .getByRole('link', { name: 'createMemory' })
      .waitFor();
    expect(new URL(page.url()).search).toBe('?source=dashboard');
    await context.close();
  });

  it('pauses while its tab is hidden, and shows what was missed afterwards', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    const polls = watchPolls(page);
    await page.goto('/app/requests');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await expect.poll(polls).toBe(1);
    await setVisibility(page, 'hidden');
    await expect.poll(polls).toBe(0);
    await account.call('POST', '/memories', { text: 'Nobody is looking.' });
    await setVisibility(page, 'visible');
    await page
      .getByRole('table', { name: 'Requests, newest first' })
      .getByRole('link', { name: 'createMemory' })
      .waitFor();
    await expect.poll(polls).toBe(1);
    expectQuiet();
    await context.close();
  });

  it('says that it waits for the server, in German and on a phone, and goes on by itself', async () => {
    const account = await makeAccount(server.url);
    const { page, context } = await openPage(browser, { url: server.url, width: 'narrow', language: 'de-DE' });
    await account.signIn(context);
    const polls = watchPolls(page);
    await page.goto('/app/requests');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await expect.poll(polls).toBe(1);
    await server.stop();
    await page.getByText('Geht weiter, sobald der Server antwortet.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await server.start();
    await page.getByText('Geht weiter, sobald der Server antwortet.').waitFor({ state: 'detached' });
    await account.call('POST', '/memories', { text: 'Ada trinkt Tee.' });
    await page
      .getByRole('table', { name: 'Anfragen, neueste zuerst' })
      .getByRole('link', { name: 'createMemory' })
      .waitFor();
    await context.close();
  });

  it('shows the last activity of the overview as it comes', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    const polls = watchPolls(page);
    await page.goto('/app/');
    await page.getByText('No requests yet.').waitFor();
    await expect.poll(polls).toBe(1);
    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    await page.getByRole('table', { name: 'Last activity' }).getByRole('link', { name: 'createMemory' }).waitFor();
    await expectAccessible(page);
    expectQuiet();
    await context.close();
  });

  it('lists similar memories by their meaning next to a memory, and opens them from there', async () => {
    const account = await makeAccount(server.url);
    const write = async (text: string): Promise<string> =>
      ((await account.call('POST', '/memories', { text })) as { memory_id: string }).memory_id;
    const id = await write('The ferry to Oslo leaves at seven.');
    const other = await write('The ferry to Oslo leaves at eight.');
    const statusOf = async (one: string) =>
      ((await account.call('GET', `/memories/${one}`)) as { status: string }).status;
    await expect.poll(() => statusOf(other), { timeout: 30_000 }).toBe('ready');
    await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('ready');
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto(`/app/memories?id=${id}`);
    await page.getByRole('tab', { name: 'Similar' }).press('Enter');
    const link = page.getByRole('complementary').getByRole('link', { name: 'leaves at eight' });
    await link.waitFor();
    await page.getByText('This counts as one search.').waitFor();
    await expectAccessible(page);
    await link.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(other);
    expectQuiet();
    await context.close();
  });
});

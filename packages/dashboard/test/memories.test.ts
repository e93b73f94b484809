import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from './make-account.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage } from './open-browser.ts';
import { startEmbedder, type TestEmbedder } from './start-embedder.ts';
import { startServer, type TestServer } from './start-server.ts';

interface Accepted {
  id: string;
}

const write = async (account: TestAccount, body: object): Promise<string> =>
  ((await account.call('POST', '/memories', body)) as Accepted).id;

const count = async (account: TestAccount): Promise<number> =>
  ((await account.call('GET', '/facets')) as { total: number }).total;

const row = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Memories' }).getByRole('link', { name: text });

const isFocused = (page: Page, role: 'link' | 'heading', name: string | RegExp) =>
  expect
    .poll(() => page.getByRole(role, { name }).evaluate((element) => element === document.activeElement))
    .toBe(true);

describe('the memories', () => {
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

  it('are written, searched, explained, edited, merged after a conflict, restored and deleted by keyboard', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/memories');

    await page.getByText('No memories yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a memory' }).press('Enter');
    await page.keyboard.press('Tab');
    await page.getByLabel('Text', { exact: true }).fill('The launch is on the first of March.');
    await page.getByRole('group', { name: 'project' }).getByLabel('Value').fill('apollo');
    await page.getByRole('group', { name: 'tags' }).getByLabel('Value').fill('launch, antenna');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await row(page, /first of March/).waitFor();
    await page.getByRole('complementary', { name: 'Memory' }).getByText('launch, antenna').waitFor();
    await page.keyboard.press('Escape');

    await page.getByLabel('Search memories').fill('launch');
    await page.keyboard.press('Enter');
    await page.getByText('1 result, best first').waitFor();
    await row(page, /first of March/).press('Enter');
    await isFocused(page, 'heading', 'Memory');
    await page.getByRole('tab', { name: 'Memory' }).press('ArrowRight');
    await page.getByText(/Result 1 of 1, with a score of/).waitFor();
    await page.getByText('Words in common: launch.').waitFor();
    await page.getByRole('rowheader', { name: 'Words It contains words of the search' }).waitFor();
    await expectAccessible(page);

    const id = new URL(page.url()).searchParams.get('id') as string;
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Text', { exact: true }).fill('The launch is on the second of March.');
    await account.call('PUT', `/memories/${id}`, { text: 'The launch is on the eighth of March.' });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Discard your changes?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('heading', { name: 'This memory was changed in the meantime.' }).waitFor();
    await page.getByText('The launch is on the eighth of March.').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Overwrite with mine' }).press('Enter');
    await row(page, /second of March/).waitFor();
    await isFocused(page, 'heading', 'Memory');

    await page.getByRole('tab', { name: 'Versions' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore version 2' }).press('Enter');
    await row(page, /eighth of March/).waitFor();
    await page.getByText('Version 4').waitFor();
    await page.getByRole('tab', { name: 'Similar' }).click();
    await page.getByText('There are no similar memories.').waitFor();

    await page.getByRole('complementary').getByRole('button', { name: 'Delete' }).press('Enter');
    await row(page, /eighth of March/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row(page, /eighth of March/).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete now' }).waitFor();
    expect(await count(account)).toBe(1);
    // Leaving the page sends what can still be undone.
    await page.goto('about:blank');
    await expect.poll(() => count(account)).toBe(0);
    expectQuiet();
    await context.close();
  });

  it('are narrowed by a link that survives a reload, offers the values there are, and shows none of another account', async () => {
    const [account, other] = await Promise.all([makeAccount(server.url), makeAccount(server.url)]);
    await Promise.all([
      write(account, { text: 'A decision for Ada', user_id: 'ada', metadata: { project: 'apollo', tags: ['2026'] } }),
      write(account, { text: 'A note for Grace', user_id: 'grace', metadata: { project: 'relay' } }),
      write(other, { text: 'A secret of somebody else', user_id: 'ada', metadata: { project: 'hidden' } }),
    ]);
    const foreign = await write(other, { text: 'Another secret' });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/memories');
    await page.getByText('2 memories').waitFor();
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    await page.getByLabel('Project', { exact: true }).selectOption('apollo');
    await page.getByLabel('Tag', { exact: true }).selectOption('2026');
    expect(await page.getByLabel('Project', { exact: true }).textContent()).toBe('Anyapollo (1)relay (1)');
    await page.getByText('1 memory').waitFor();
    await expectAccessible(page);
    await page.reload();
    await row(page, 'A decision for Ada').waitFor();
    expect(await row(page, 'A note for Grace').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the filter Tag: 2026' }).waitFor();
    await page.goto('/app/memories?user_id=ada&from=2020-01-01&to=2020-01-02');
    await page.getByText('No memories match.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear all' }).last().press('Enter');
    await row(page, 'A note for Grace').waitFor();
    for (const link of ['q=secret', 'user_id=ada', `id=${foreign}`, `q=secret&id=${foreign}`]) {
      await page.goto(`/app/memories?${link}`);
      await page
        .getByText(link.includes('id=mem') ? 'This memory does not exist.' : /^(0 results|1 memory|No memories match)/)
        .first()
        .waitFor();
      expect(await page.content()).not.toContain('somebody else');
      expect(await page.content()).not.toContain('Another secret');
    }
    expectQuiet();
    await context.close();
  });

  it('are shown as text, whatever they say and however long they are, on a phone', async () => {
    const account = await makeAccount(server.url);
    const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
    // The cut after 2,000 code units would go through the middle of a character.
    const long = `${'word '.repeat(399)}abcd🜂${'word '.repeat(19_597)} the end.`;
    await write(account, { text: hostile, metadata: { [hostile]: hostile, project: hostile, tags: [hostile] } });
    await write(account, { text: 'הפגישה הבאה ביום שני', agent_id: '\u202eagent' });
    const id = await write(account, { text: long });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url, width: 'narrow' });
    await account.signIn(context);
    await page.goto('/app/memories');
    await row(page, hostile).click();
    await page.getByRole('complementary').getByText(hostile).first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goBack();
    const direction = await row(page, /הפגישה/).evaluate(
      (link) => getComputedStyle(link.parentElement as Element).direction,
    );
    expect(direction).toBe('rtl');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/app/memories?id=${id}`);
    await page.getByRole('button', { name: 'Show the whole text, 99,994 characters' }).press('Enter');
    await page.getByText('the end.').waitFor();
    await expectNoSidewaysScroll(page);
    expect(await page.title()).toBe('Memories · Mnema');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expectQuiet();
    await context.close();
  });

  it('say why they failed, and what did not work, with another try', async () => {
    const account = await makeAccount(server.url);
    const id = await write(account, { text: 'The encoder does not like this.' });
    const memory = (await account.call('GET', `/memories/${id}`)) as object;
    const failed = {
      ...memory,
      status: 'failed',
      attempts: 5,
      next_attempt_at: null,
      failure: { code: 'embedding_failed', message: 'The sentence encoder refused the text.' },
    };
    const { page, context } = await openPage(browser, { url: server.url, width: 'narrow', theme: 'dark' });
    await account.signIn(context);
    const json = (body: object) => (route: Route) => route.fulfill({ json: body });
    const unavailable = (route: Route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: {
          type: 'https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request',
          title: 'Invalid request',
          status: 400,
          code: 'invalid_request',
          detail: 'Broken.',
          request_id: 'req_1',
        },
      });
    await page.route('**/memories?*', unavailable);
    await page.goto('/app/memories');
    await page.getByText('Broken.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/memories?*');
    await page.route('**/memories?*', json({ results: [failed], next_cursor: null }));
    await page.route(`**/memories/${id}`, json(failed));
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('The sentence encoder refused the text.').waitFor();
    await expectAccessible(page);
    await row(page, /encoder/).press('Enter');
    await page.getByText('Tried 5 times.').waitFor();
    await expectAccessible(page);
    await page.route('**/memories/*/retry', (route) =>
      route.fulfill({ json: { id, memory_id: id, status: 'pending' } }),
    );
    const retried = page.waitForRequest(`**/memories/${id}/retry`);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await retried;
    await page.getByText('Retrying.').waitFor();
    await page.keyboard.press('Escape');
    await isFocused(page, 'link', /encoder/);
    await context.close();
  });

  it('scroll by the thousand, move by arrow keys, and are deleted by the number that the person types', async () => {
    const account = await makeAccount(server.url);
    const memories = Array.from({ length: 4 }, (_, at) => ({ text: `Note ${9_996 + at}` }));
    await account.call('POST', '/memories/batch', { memories });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/memories');
    await page.getByText('4 memories').waitFor();
    await row(page, 'Note 9999').focus();
    await page.keyboard.press('ArrowDown');
    await isFocused(page, 'link', 'Note 9998');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByLabel('Type 2 to confirm').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('2 memories', { exact: true }).waitFor();
    expect(await row(page, 'Note 9998').count()).toBe(0);

    // The list of a large account, page by page; writing it would take longer than all tests of this page.
    const { results } = (await account.call('GET', '/memories')) as { results: object[] };
    await page.route(/\/memories\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
      const page = Array.from({ length: limit }, (_, at) => {
        const number = 9_999 - from - at;
        return {
          ...results[0],
          id: `mem_${number}`,
          memory: `Note ${number} ${'of some length '.repeat(number % 12)}`.trim(),
        };
      });
      const next = from + limit;
      return route.fulfill({ json: { results: page, next_cursor: next < 10_000 ? String(next) : null } });
    });
    await page.reload();
    await row(page, /^Note 9999 /).waitFor();
    const frames = await page.evaluate(async () => {
      const lengths: number[] = [];
      const isAtEnd = () =>
        innerHeight + scrollY >= document.documentElement.scrollHeight - 2 &&
        !document.body.textContent.includes('Loading more');
      for (let last = performance.now(); !isAtEnd(); ) {
        scrollBy(0, 10_000);
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        lengths.push(now - last);
        last = now;
      }
      return lengths.sort((a, b) => a - b);
    });
    console.log(
      `10,000 memories: ${frames.length} frames, median ${frames[frames.length >> 1]} ms, longest ${frames.at(-1)} ms`,
    );
    await row(page, /^Note 0$/).waitFor();
    expect(await page.getByRole('list', { name: 'Memories' }).getByRole('listitem').count()).toBeLessThan(60);
    expectQuiet();
    await context.close();
  });
});

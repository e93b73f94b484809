import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from './make-account.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage } from './open-browser.ts';
import { startServer, type TestServer } from './start-server.ts';

describe('the pages of an account', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
  });

  it('signs in with the link of the first start, which works once', async () => {
    const findLink = () => /http\S+\/app\/sign-in#\S+/.exec(server.output())?.[0];
    await expect.poll(findLink).toBeDefined();
    const link = findLink() as string;
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('alert').getByText('was already used').waitFor();
    expect(page.url()).not.toContain('mno_');
    expectQuiet();
    await context.close();
  });

  it('registers, says in the page what is wrong, and shows the first memory as it arrives', async () => {
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await page.goto('/app/sign-in');
    await page.getByRole('button', { name: 'Create an account' }).press('Enter');
    await page.getByLabel('Email address or phone number').fill('no address');
    await page.getByLabel('Password').fill('correct-horse-battery');
    await page.keyboard.press('Enter');
    const identifier = page.getByLabel('Email address or phone number');
    await expect.poll(() => identifier.getAttribute('aria-invalid')).toBe('true');
    expect(await identifier.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await page.getByLabel('Email address or phone number').fill('new@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Connect an agent' }).press('Enter');
    await page.getByText('Waiting for your first memory').waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Code for TypeScript' }).getByText(server.url).waitFor();
    await expectAccessible(page);
    const cookies = await context.cookies();
    const token = cookies.find(({ name }) => name === 'mnema_session')?.value;
    const text = '<img src=x onerror="window.harm = true">';
    const response = await fetch(`${server.url}/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    expect(response.status).toBe(202);
    await page.getByRole('status').getByText(text).waitFor();
    expect(await page.evaluate(() => 'harm' in globalThis)).toBe(false);
    expectQuiet();
    await context.close();
  });

  it('reads the heat map as a table, moves in it by arrow keys, and opens the requests of a day', async () => {
    const account = await makeAccount(server.url);
    for (const text of ['Ada takes tea.', 'Linus takes coffee.']) await account.call('POST', '/memories', { text });
    await account.call('POST', '/search', { query: 'tea' });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/');
    const map = page.getByRole('table', { name: 'Writes and searches on each day' });
    await map.waitFor();
    await expect.poll(() => map.getByRole('link', { name: /^2 writes, 1 searches on / }).count()).toBe(1);
    expect(await map.getByRole('rowheader').allTextContents()).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
    expect(await map.locator('a[tabindex="0"]').count()).toBe(1);
    await map.locator('a[tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await map.getByRole('link', { name: /^2 writes/ }).press('Enter');
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toContain('from=');
    await page
      .getByRole('table', { name: 'Requests, newest first' })
      .getByRole('link', { name: 'searchMemories' })
      .waitFor();
    expectQuiet();
    await context.close();
  });

  it('filters requests, opens one, closes it with Escape and gives the focus back', async () => {
    const account = await makeAccount(server.url);
    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    await account.call('POST', '/search', { query: 'tea', top_k: 0 }).catch(() => {});
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/requests');
    const table = page.getByRole('table', { name: 'Requests, newest first' });
    await table.getByRole('link', { name: 'createMemory' }).waitFor();
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByText('One request', { exact: true }).waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    await page.getByLabel('Source').selectOption('rest');
    await page.getByText('No request matches these filters.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).last().press('Enter');
    const link = table.getByRole('link', { name: 'createMemory' });
    await link.press('Enter');
    const panel = page.getByRole('complementary', { name: 'createMemory' });
    await panel.getByText('POST /memories').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expectQuiet();
    await context.close();
  });

  it('says that the quota is used up, until when, and keeps what the person has written', async () => {
    const account = await makeAccount(server.url);
    const lines = Array.from({ length: 100 }, (_, at) => ({ text: `Note ${at}` }));
    await account.call('POST', '/import', lines);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url, width: 'narrow' });
    await account.signIn(context);
    await page.goto('/app/');
    const writes = page.getByRole('definition').filter({ hasText: '100 of 100' });
    await writes.getByText('Used up').waitFor();
    await page.getByText('Resets on').waitFor();
    await expectAccessible(page);
    await page.goto('/app/memories?id=new');
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('One memory too many.');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page
      .getByRole('alert')
      .getByText(/100 writes/)
      .waitFor();
    expect(await text.inputValue()).toBe('One memory too many.');
    await expectAccessible(page);
    expectQuiet();
    await context.close();
  });

  it('keeps what the person has written while the browser is offline, and saves it afterwards', async () => {
    const account = await makeAccount(server.url);
    const { page, context } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/memories?id=new');
    await page.getByLabel('Text', { exact: true }).fill('Written without a network.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The server does not respond.').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Requests', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Discard your changes?' }).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await page.getByRole('status').getByText('The server does not respond.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('list', { name: 'Memories' }).getByText('Written without a network.').waitFor();
    await context.close();
  });

  it('shows two accounts, next to each other and one after the other in one window, only what is theirs', async () => {
    const accounts = [await makeAccount(server.url), await makeAccount(server.url)] as const;
    const secrets = ['the otter sings', 'the heron paints'] as const;
    for (const [at, account] of accounts.entries()) {
      await account.call('POST', '/memories', { text: `Secret: ${secrets[at]}.`, metadata: { project: secrets[at] } });
      await account.call('POST', '/api-keys', { label: `key of ${secrets[at]}`, scopes: ['read'] });
      await account.call('POST', '/search', { query: secrets[at] });
    }
    const opened = [
      await openPage(browser, { url: server.url }),
      await openPage(browser, { url: server.url }),
    ] as const;
    const expectOwn = async (page: Page, own: 0 | 1): Promise<void> => {
      const other = own === 0 ? 1 : 0;
      for (const name of ['Memories', 'Requests', 'API keys', 'Connect', 'Settings', 'Overview']) {
        await page.getByRole('link', { name, exact: true }).press('Enter');
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        if (name === 'Memories') await page.getByText(`Secret: ${secrets[own]}.`).waitFor();
        if (name === 'API keys') await page.getByText(`key of ${secrets[own]}`).waitFor();
        await expect.poll(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
        const content = await page.content();
        expect(content).not.toContain(secrets[other]);
        expect(content).not.toContain(accounts[other].email);
      }
    };
    for (const [at, { context, page }] of opened.entries()) {
      await accounts[at as 0 | 1].signIn(context);
      await page.goto('/app/');
    }
    await Promise.all([expectOwn(opened[0].page, 0), expectOwn(opened[1].page, 1)]);
    const { page, expectQuiet } = opened[0];
    await page.getByRole('link', { name: 'Memories', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Account' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('Email address or phone number').fill(accounts[1].email);
    await page.getByLabel('Password').fill(accounts[1].password);
    await page.keyboard.press('Enter');
    await expectOwn(page, 1);
    expectQuiet();
    for (const { context } of opened) await context.close();
  });

  it('says that the server is away, and goes on when it is back', async () => {
    const account = await makeAccount(server.url);
    const { page, context } = await openPage(browser, { url: server.url, width: 'narrow' });
    await account.signIn(context);
    await page.goto('/app/');
    await page.getByRole('heading', { name: 'This month' }).waitFor();
    await expectNoSidewaysScroll(page);
    await server.stop();
    await page.getByRole('link', { name: 'Requests', exact: true }).press('Enter');
    await page.getByText('The server does not respond.').first().waitFor();
    await server.start();
    await page.getByText('The server does not respond.').first().waitFor({ state: 'detached' });
    await page.getByText('requests', { exact: false }).first().waitFor();
    await context.close();
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectGood } from './expect-good.ts';
import { makeAccount } from './make-account.ts';
import { expectAccessible, openBrowser, openPage } from './open-browser.ts';
import { startServer, type TestServer } from './start-server.ts';

const hasFocus = (element: Element): boolean => element === document.activeElement;

describe('keys and settings', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
  });

  /** Calls the API with a key. */
  const write = (key: string, metadata?: unknown): Promise<Response> =>
    fetch(`${server.url}/memories`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Ada takes tea.', metadata }),
    });

  it('creates a key by keyboard, shows it once, rotates it, and revokes it: the API then rejects it', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/api-keys');
    await page.getByText('No keys yet.').waitFor();
    await page.getByRole('button', { name: 'New key' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('Enter');
    await dialog.getByText('This field is required.').waitFor();
    const name = dialog.getByLabel('Name');
    expect(await name.evaluate(hasFocus)).toBe(true);
    await expectGood(page);
    await name.fill('laptop');
    await page.keyboard.press('Enter');
    await dialog.getByText('This key is shown once.').waitFor();
    await expectGood(page);
    for (const _ of [1, 2]) await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Copy key' }).press('Enter');
    const key = await page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole('region', { name: 'Code for curl' }).getByText(key).waitFor();
    expect((await write(key)).status).toBe(202);
    await dialog.getByRole('button', { name: 'I have saved the key' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    const link = page.getByRole('table').getByRole('link', { name: 'laptop' });
    await link.press('Enter');
    const panel = page.getByRole('complementary', { name: 'laptop' });
    await panel.getByRole('button', { name: 'Rotate' }).press('Enter');
    await dialog.getByLabel('The old key works for').selectOption('604800');
    await expectGood(page);
    await dialog.getByRole('button', { name: 'Create the new key' }).press('Enter');
    await dialog.getByText('The old key works until').waitFor();
    const rotated = String(await dialog.getByRole('status').locator('code').textContent());
    await dialog.getByRole('button', { name: 'I have saved the key' }).press('Enter');
    await panel.waitFor({ state: 'detached' });
    for (const one of [key, rotated]) expect((await write(one)).status).toBe(202);

    await link.last().press('Enter');
    await panel.getByText('Ends in').waitFor();
    await expectGood(page);
    await panel.getByRole('button', { name: 'Revoke' }).press('Enter');
    await expectGood(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => panel.getByRole('button', { name: 'Revoke' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Revoke key' }).press('Enter');
    await page.getByRole('table').getByText('Revoked').waitFor();
    await expect.poll(() => link.last().evaluate(hasFocus)).toBe(true);
    expect((await write(key)).status).toBe(401);
    expect((await write(rotated)).status).toBe(202);
    expectQuiet();
    await context.close();
  });

  it('makes a key for a colleague that sees one project, with the projects suggested', async () => {
    const account = await makeAccount(server.url);
    await account.call('POST', '/memories', { text: 'We launch in March.', metadata: { project: 'apollo' } });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url, width: 'narrow' });
    await account.signIn(context);
    await page.goto('/app/api-keys');
    const dialog = page.getByRole('dialog');
    const isOpen = async () => {
      // A key that is pressed while the list replaces its placeholder goes nowhere.
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'New key' }).press('Enter');
      return dialog.isVisible();
    };
    await expect.poll(isOpen, { timeout: 10_000, interval: 500 }).toBe(true);
    await dialog.getByLabel('Name').fill('colleague');
    await dialog.getByLabel('Expires').selectOption('date');
    await dialog.getByLabel('Restrict it').press('Space');
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
    await dialog.getByText('Choose today or a later day.').waitFor();
    await dialog.getByText('Fill in a project').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Last day').fill('2999-12-31');
    await dialog.locator('option[value="apollo"]').waitFor({ state: 'attached' });
    await dialog.getByLabel('Project').fill('apollo');
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
    const key = String(await dialog.getByRole('status').locator('code').textContent());
    expect((await write(key)).status).toBe(202);
    expect((await write(key, { project: 'zeus' })).status).toBe(403);
    await dialog.getByRole('button', { name: 'I have saved the key' }).press('Enter');
    await page.getByText('Read and write · Project apollo').waitFor();
    expectQuiet();
    await context.close();
  });

  it('changes the password, which signs out another browser, and names the field that is wrong', async () => {
    const account = await makeAccount(server.url);
    const login = await fetch(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const other = await openPage(browser, { url: server.url });
    await other.context.addCookies([{ name: 'mnema_session', value: access_token, url: server.url }]);
    await other.page.goto('/app/settings');
    await other.page.getByText('This browser').waitFor();
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/settings');
    await page.getByRole('button', { name: 'Sign out all others' }).waitFor();
    await page.getByRole('table', { name: 'Audit log' }).getByText('Registration').waitFor();
    await expectGood(page);
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await page.getByText('Use at least 8 characters.').waitFor();
    await page.getByLabel('New password').fill('another-good-sentence');
    await page.keyboard.press('Enter');
    await page.getByText('This is not your current password.').waitFor();
    expect(await page.getByLabel('Current password').evaluate(hasFocus)).toBe(true);
    await page.getByLabel('Current password').fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByText('The password is changed.').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Sign out all others' }).waitFor({ state: 'detached' });
    await other.page.getByRole('link', { name: 'API keys' }).press('Enter');
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expectQuiet();
    await Promise.all([context.close(), other.context.close()]);
  });

  it('ends one session, and then all others, which lead those browsers to the sign-in', async () => {
    const account = await makeAccount(server.url);
    const open = async () => {
      const opened = await openPage(browser, { url: server.url });
      await opened.page.goto('/app/sign-in?next=/settings');
      await opened.page.getByLabel('Email address or phone number').fill(account.email);
      await opened.page.getByLabel('Password').fill(account.password);
      await opened.page.keyboard.press('Enter');
      await opened.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      return opened;
    };
    const opened = [await open(), await open(), await open()] as const;
    const [first, second, third] = opened.map(({ page }) => page) as [Page, Page, Page];
    const table = third.getByRole('table', { name: 'Sessions' });
    await table.getByText('This browser').waitFor();
    await expect.poll(() => table.getByRole('button', { name: /^Sign out/ }).count()).toBe(3); // and that of the test
    const sessions = (await account.call('GET', '/auth/sessions')) as { results: { id: string; user_agent: string }[] };
    const browsers = sessions.results.filter(({ user_agent }) => user_agent.includes('Chrome'));
    expect(browsers.length).toBe(3);
    await table
      .getByRole('button', { name: /Sign out.*Chrome/ })
      .first()
      .press('Enter');
    await third.getByText('One session has ended.').waitFor();
    await expect.poll(() => table.getByRole('button', { name: /^Sign out/ }).count()).toBe(2);
    const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign in', level: 1 });
    for (const page of [first, second]) await page.getByRole('link', { name: 'API keys', exact: true }).press('Enter');
    // One of the two has ended, whichever of them the list showed first.
    await Promise.any([first, second].map((page) => signIn(page).waitFor()));
    await third.getByRole('button', { name: 'Sign out all others' }).press('Enter');
    await third.getByText('2 sessions have ended.').waitFor();
    await third.getByRole('button', { name: 'Sign out all others' }).waitFor({ state: 'detached' });
    for (const page of [first, second]) {
      await page.goto('/app/memories');
      await signIn(page).waitFor();
    }
    await third.getByRole('link', { name: 'API keys', exact: true }).press('Enter');
    await third.getByText('No keys yet.').waitFor();
    for (const { expectQuiet, context } of opened) {
      expectQuiet();
      await context.close();
    }
  });

  it('deletes the account after the password and its typed name', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/settings');
    await page.getByRole('button', { name: 'Delete everything' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Delete everything' }).press('Enter');
    await dialog.getByText(`Type ${account.email} exactly.`).waitFor();
    await dialog.getByLabel(`Type ${account.email} to confirm`).fill(account.email);
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not your current password.').waitFor();
    await expectGood(page);
    await dialog.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The account is deleted' }).waitFor();
    await page.getByRole('button', { name: 'Go to the sign-in page' }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect(account.call('GET', '/auth/me')).rejects.toThrow('401');
    expectQuiet();
    await context.close();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from './make-account.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage } from './open-browser.ts';
import { startServer, type TestServer } from './start-server.ts';

const built = new URL('../../../server/dashboard/', import.meta.url);
const maxFirstLoadBytes = 200_000;

describe('the frame', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
  });

  it('leads a browser from the address of the server to the sign-in, and from there to the page that was asked for', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await page.goto('/app/api-keys');
    await page.getByLabel('Email address or phone number').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/api-keys');
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expectQuiet();
    await context.close();
  });

  it('shows all pages in German, on a phone, without scrolling sideways', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, {
      url: server.url,
      width: 'narrow',
      language: 'de-DE',
    });
    await account.signIn(context);
    for (const [path, title] of [
      ['', 'Übersicht'],
      ['memories', 'Erinnerungen'],
      ['map', 'Karte'],
      ['requests', 'Anfragen'],
      ['api-keys', 'API-Schlüssel'],
      ['connect', 'Verbinden'],
      ['settings', 'Einstellungen'],
    ]) {
      await page.goto(`/app/${path}`);
      await page.getByRole('heading', { name: title as string, level: 1 }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expectQuiet();
    await context.close();
  });

  it(`loads at most ${maxFirstLoadBytes} bytes of script after gzip before the first page is drawn`, () => {
    const files = readdirSync(new URL('assets/', built)).filter((name) => name.endsWith('.js'));
    const isFirst = (name: string) => readFileSync(new URL('index.html', built), 'utf8').includes(name);
    const sizes = files
      .filter(isFirst)
      .map((name) => gzipSync(readFileSync(new URL(`assets/${name}`, built)), { level: 9 }).length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`first load: ${bytes} bytes of script after gzip`);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(maxFirstLoadBytes);
  });
});

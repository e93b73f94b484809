import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectGood } from './expect-good.ts';
import { makeAccount } from './make-account.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { startEmbedder, type TestEmbedder } from './start-embedder.ts';
import { startServer, type TestServer } from './start-server.ts';

interface Receiver {
  server: Server;
  url: string;
  /** The status that it answers. */
  status: number;
  received: { id: unknown; body: string }[];
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { server: createServer(), url: '', status: 204, received: [] };
  receiver.server.on('request', async (request, response) => {
    receiver.received.push({ id: request.headers['webhook-id'], body: await text(request) });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/hook`;
  return receiver;
}

describe('webhooks, export and import', () => {
  let server: TestServer;
  let browser: Browser;
  let embedder: TestEmbedder;
  let receiver: Receiver;
  beforeAll(async () => {
    embedder = await startEmbedder();
    const environment = {
      MNEMA_DEFAULT_PLAN: 'enterprise',
      MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
      ...embedder.environment,
    };
    [server, browser, receiver] = await Promise.all([startServer(environment), openBrowser(), startReceiver()]);
  });
  afterAll(async () => {
    await Promise.all([server?.remove(), browser?.close()]);
    embedder?.close();
    receiver?.server.closeAllConnections();
    receiver?.server.close();
  });

  it('creates a webhook by keyboard, delivers and replays an event, rotates the secret, disables and deletes it', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/settings');
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(receiver.url);
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose at least one event.').waitFor();
    await dialog.getByLabel('A memory is ready').press('Space');
    await dialog.getByLabel('Send the text of memories as well').press('Space');
    await dialog.getByLabel('Address').fill('ftp://example.com');
    await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter');
    // The server's own words are beside the field.
    await dialog
      .locator('[lang="en"]')
      .getByText(/must be/)
      .waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter');
    await dialog.getByText('This secret is shown once.').waitFor();
    await expectGood(page);
    const secret = await dialog.getByRole('status').locator('code').textContent();
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have saved the secret' }).press('Enter');
    expect(await page.content()).not.toContain(secret);

    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.body).toContain('Ada takes tea.');
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: receiver.url }).press('Enter');
    const panel = page.getByRole('complementary', { name: receiver.url });
    await panel.getByText('The receiver responded with 204').waitFor();
    await expectGood(page);
    await panel.getByRole('button', { name: /^Send again/ }).press('Enter');
    await page.getByText('The event is sent again.').waitFor();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    const attempts = panel.getByText('2 attempts');
    await expect
      .poll(async () => {
        await panel.getByRole('button', { name: 'Refresh' }).press('Enter');
        return attempts.isVisible();
      })
      .toBe(true);
    await attempts.click();
    const listed = panel.getByRole('table', { name: 'Deliveries' }).getByRole('listitem');
    expect(await listed.allTextContents()).toEqual(
      Array(2).fill(expect.stringMatching(/: The receiver responded with 204$/)),
    );
    await expectGood(page);

    await panel.getByRole('button', { name: 'Rotate secret' }).press('Enter');
    await dialog.getByLabel('The old secret signs for').selectOption('3600');
    await dialog.getByRole('button', { name: 'Create the new secret' }).press('Enter');
    await dialog.getByText('The old secret also signs until').waitFor();
    await dialog.getByRole('button', { name: 'I have saved the secret' }).press('Enter');
    await panel.getByRole('button', { name: 'Disable' }).press('Enter');
    await panel.getByText('You disabled it.').waitFor();
    await panel.getByRole('button', { name: 'Enable' }).press('Enter');
    await panel.getByText('Enabled').first().waitFor();
    await panel.getByRole('button', { name: 'Edit' }).press('Enter');
    expect(await dialog.getByLabel('A memory is ready').isChecked()).toBe(true);
    await dialog.getByLabel('Note').fill('for the search page');
    await page.keyboard.press('Enter');
    await panel.getByText('for the search page').waitFor();
    await panel.getByRole('button', { name: 'Delete' }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete webhook' }).press('Enter');
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByRole('table', { name: 'Audit log' }).getByText('Webhook deleted').waitFor();
    expectQuiet();
    await context.close();
  });

  it('says why the server has disabled a webhook', async () => {
    const account = await makeAccount(server.url);
    receiver.status = 410;
    const body = { url: receiver.url, events: ['memory.ready'] };
    const { id } = (await account.call('POST', '/webhooks', body)) as { id: string };
    const before = receiver.received.length;
    await account.call('POST', '/memories', { text: 'Nobody wants this.' });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url, language: 'de-DE' });
    await account.signIn(context);
    await page.goto(`/app/settings?webhook=${id}`);
    await page.getByText('weil der Empfänger mit 410 Gone keine Ereignisse mehr will').waitFor();
    await page.getByRole('button', { name: 'Einschalten' }).waitFor();
    await expectGood(page);
    expectQuiet();
    await context.close();
    receiver.status = 204;
  });

  it('exports everything into a file that another account imports, line by line, once', async () => {
    const [account, other] = await Promise.all([makeAccount(server.url), makeAccount(server.url)]);
    const memories = ['Ada takes tea.', 'Linus takes coffee.'].map((one) => ({
      text: one,
      metadata: { project: 'apollo' },
    }));
    await account.call('POST', '/memories/batch', { memories });
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    // Without this the browser would ask a person where to save it.
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await account.signIn(context);
    await page.goto('/app/settings');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export everything' }).press('Enter');
    const file = await (await download).path();
    await page.getByText(/^Exported 2 memories, .+ The file is complete\.$/).waitFor();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { format: 'mnema', versions: true },
      { memory: 'Ada takes tea.' },
      { memory: 'Linus takes coffee.' },
      { end: true, count: 2 },
    ]);
    expectQuiet();
    await context.close();

    const copy = `${file}.jsonl`;
    writeFileSync(copy, `${lines.join('\n')}\n{"text": " "}\nno JSON\n`);
    const second = await openPage(browser, { url: server.url });
    await other.signIn(second.context);
    await second.page.goto('/app/settings');
    const region = second.page.getByRole('region', { name: 'Import' });
    await region.getByRole('button', { name: 'Import the file' }).press('Enter');
    await region.getByText('Choose a file.').waitFor();
    await region.getByLabel('File').setInputFiles(copy);
    await region.getByRole('button', { name: 'Import the file' }).press('Enter');
    await region.getByText('The whole file was read.').waitFor();
    const counts = region.getByRole('definition');
    expect(await counts.allTextContents()).toEqual(['2', '0', '2']);
    const rejected = region.getByRole('table', { name: 'Rejected lines' });
    expect(await rejected.getByRole('rowheader').allTextContents()).toEqual(['5', '6']);
    await rejected.getByText('/text is blank').waitFor();
    await expectGood(second.page);
    await region.getByRole('button', { name: 'Import the file' }).press('Enter');
    await expect.poll(() => counts.allTextContents()).toEqual(['0', '2', '2']);
    await region.getByLabel('File').setInputFiles({
      name: 'mem0.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ results: [{ id: 'a', memory: 'Carl leads.', userId: 'carl', hash: 'x' }] }, null, 2),
      ),
    });
    await region.getByRole('button', { name: 'Import the file' }).press('Enter');
    await expect.poll(() => counts.allTextContents()).toEqual(['1', '0', '0']);
    await region.getByText('not imported, with the number of their memories: hash (1)').waitFor();
    await region.getByRole('link', { name: 'See the memories' }).press('Enter');
    await second.page.getByText('3 memories').waitFor();
    second.expectQuiet();
    await second.context.close();
  });

  it('saves no file of an export that was cut off, and an export to a chosen file only when it is complete', async () => {
    const account = await makeAccount(server.url);
    await account.call('POST', '/memories', { text: 'Ada takes tea.' });
    const { page, context } = await openPage(browser, { url: server.url });
    // The private files of the page take the place of the dialog of the browser.
    await page.addInitScript(() => {
      const showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('export.jsonl', { create: true });
      Object.assign(globalThis, { showSaveFilePicker });
    });
    await account.signIn(context);
    const readFile = () =>
      page.evaluate(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle('export.jsonl');
        return (await handle.getFile()).text();
      });
    await page.goto('/app/settings');
    await page.route('**/export?*', async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'application/x-ndjson', body: body.slice(0, body.indexOf('{"end"')) });
    });
    await page.getByRole('button', { name: 'Export everything' }).press('Enter');
    await page.getByText('The export was cut off after 1 memories: its last line is missing.').waitFor();
    expect(await readFile()).toBe('');
    await page.unroute('**/export?*');
    await page.getByRole('button', { name: 'Export everything' }).press('Enter');
    await page.getByText('Exported one memory').waitFor();
    expect(await readFile()).toMatch(/\{"end":true,"count":1\}\n$/);
    await context.close();
  });

  it('cuts a large file into parts, shows how far it is, and stops when the person says so', async () => {
    const account = await makeAccount(server.url);
    const { page, context, expectQuiet } = await openPage(browser, { url: server.url });
    await account.signIn(context);
    await page.goto('/app/settings');
    const sizes: number[] = [];
    await page.route('**/import', (route) => {
      sizes.push(route.request().postDataBuffer()?.length ?? 0);
      // The second part waits for its answer until it is stopped.
      return sizes.length === 1
        ? route.fulfill({ json: { accepted: 3_000, skipped: 0, rejected: [] } })
        : Promise.resolve();
    });
    const line = JSON.stringify({ text: 'word '.repeat(200) });
    const region = page.getByRole('region', { name: 'Import' });
    const directory = mkdtempSync(join(tmpdir(), 'mnema-import-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'large.jsonl');
    writeFileSync(file, `${line}\n`.repeat(5_000));
    await region.getByLabel('File').setInputFiles(file);
    await region.getByRole('button', { name: 'Import the file' }).press('Enter');
    await expect.poll(() => sizes.length, { timeout: 20_000 }).toBe(2);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(4 * 1024 * 1024);
    await region.getByText(/MB of .*MB sent/).waitFor();
    await page.getByRole('link', { name: 'API keys', exact: true }).press('Enter');
    await page.getByText('No keys yet.').waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
    await region.getByRole('button', { name: 'Stop' }).press('Enter');
    await region.getByText('Stopped. Imported memories stay.').waitFor();
    expect((await region.getByRole('definition').allTextContents())[0]).toBe('3,000');
    expectQuiet();
    await context.close();
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neverResponds, respondsWith, startScriptedServer } from './scripted-server.ts';
import { startBridge } from './start-bridge.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const tested: string[] = [];

/** Tests one row of the table in the README. */
function ends(row: string, test: () => Promise<void>): void {
  tested.push(row);
  it(row, test);
}

const connect = (url: string) =>
  startBridge({ MNEMA_BASE_URL: url, MNEMA_API_KEY: 'mnk_test', MNEMA_TIMEOUT_SECONDS: '600' });
/** Far less than the time of a request, and more than the second of the bridge needs on a busy machine. */
const soonMs = 20_000;

describe('the bridge ends when', () => {
  ends('the client closes the input', async () => {
    let respond: () => void = () => expect.fail('the server has no request');
    const server = await startScriptedServer((response, received) => {
      respond = () => respondsWith()(response, received);
    });
    const bridge = connect(server.url);
    const response = bridge.request(1, 'ping');
    await expect.poll(() => server.requests.length).toBe(1);
    bridge.closeInput();
    // The bridge most likely notices the end of the input before the response.
    setTimeout(() => respond(), 100);
    expect([await response, await bridge.ended]).toMatchObject([{ result: { ok: true } }, 0]);
  });

  ends('the client closes the input while the server does not respond', async () => {
    const server = await startScriptedServer(neverResponds);
    const bridge = connect(server.url);
    for (let id = 1; id <= 17; id += 1) void bridge.request(id, 'ping');
    await expect.poll(() => server.requests.length).toBe(16);
    bridge.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const closedAt = performance.now();
    bridge.closeInput();
    expect(await bridge.ended).toBe(0);
    expect(performance.now() - closedAt).toBeLessThan(soonMs);
    const due = new Map(bridge.messages().map((message) => [message.id, message]));
    expect([due.size, server.requests.length]).toEqual([17, 16]);
    expect(due.get(1).error.data).toEqual({ code: 'input_closed', may_be_done: true });
    expect(due.get(17).error.data).toEqual({ code: 'input_closed' });
  });

  ends('the client closes the input and does not read', async () => {
    const server = await startScriptedServer(respondsWith('x'.repeat(1_000_000)));
    const bridge = connect(server.url);
    bridge.stopReading();
    void bridge.request(1, 'ping');
    await expect.poll(() => server.requests.length).toBe(1);
    const closedAt = performance.now();
    bridge.closeInput();
    expect(await bridge.ended).toBe(0);
    expect(performance.now() - closedAt).toBeLessThan(soonMs);
  });

  ends('the client is gone', async () => {
    const bridge = connect((await startScriptedServer(respondsWith('x'.repeat(100_000)))).url);
    bridge.closeOutput();
    for (let id = 0; id < 10; id += 1) void bridge.request(id, 'ping');
    expect(await bridge.ended).toBe(0);
  });

  it('the table in the README names all of these', () => {
    const table = /## Shutdown([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
    const rows = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, row]) => row).slice(1);
    expect(rows).toEqual(tested);
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { watchedOperations } from '../../src/app/services.ts';
import {
  createPauseMeter,
  createPulse,
  createStallDetector,
} from '../../src/observability/watchdog/create-watchdog.ts';
import { startTestApp } from '../http/start-test-app.ts';
import { runProgram } from '../run-program.ts';

const maxTicks = 30;

function watched(operations: readonly string[] = []) {
  const main = createPulse(operations);
  // The thread opens the same memory.
  const other = createPulse(operations, main.buffer);
  const isStalled = createStallDetector(other, { maxTicks });
  const ticks = (count: number) => Array.from({ length: count }, isStalled);
  return { main, other, isStalled, ticks };
}

describe('a main thread without a beat', () => {
  it('is stalled at the thirtieth tick after the one that saw its last beat, and not before', () => {
    const { main, isStalled, ticks } = watched();
    main.beat(false);
    isStalled();
    expect(ticks(29)).not.toContain(true);
    expect(isStalled()).toBe(true);
  });

  it('is not stalled when a single beat came between: the count begins anew', () => {
    const { main, ticks } = watched();
    main.beat(false);
    ticks(30);
    main.beat(false);
    expect(ticks(30)).not.toContain(true);
    expect(ticks(1)).toEqual([true]);
  });

  it('is not stalled after a pause of the whole process, in which nothing ticks either', () => {
    const { main, ticks } = watched();
    main.beat(false);
    // However long the process was stopped, the thread goes on with its next tick.
    expect(ticks(2)).toEqual([false, false]);
  });

  it('is never stalled while an inspector is attached', () => {
    const { main, ticks } = watched();
    main.beat(true);
    expect(ticks(100)).not.toContain(true);
    main.beat(false);
    expect(ticks(31).at(-1)).toBe(true);
  });
});

it('the operations under way are known to the other thread, that which began last first', () => {
  const { main, other } = watched(['createMemory', 'listMemories', 'searchMemories']);
  main.begin('createMemory');
  const ended = main.begin('listMemories');
  main.begin('searchMemories');
  expect(other.underWay()).toEqual(['searchMemories', 'createMemory', 'listMemories']);
  ended();
  main.begin('an operation without a name')();
  expect(other.underWay()).toEqual(['searchMemories', 'createMemory']);
});

it('a late beat is measured as a pause, and an almost punctual one is not', () => {
  const pauses: number[] = [];
  const measure = createPauseMeter((seconds) => pauses.push(seconds));
  for (const now of [0, 100, 215, 1_315, 1_415]) measure(now);
  expect(pauses).toEqual([1]);
});

it('each operation of HTTP, and each tool of MCP, is under way until its response has ended', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const log: string[] = [];
  const begin = (operation: string) => {
    log.push(`begin ${operation}`);
    return () => void log.push(`end ${operation}`);
  };
  const { call } = await app.withServices({ watchdog: { begin } });
  const { headers } = app.first.api;
  await call({ method: 'GET', path: '/memories', headers });
  expect(log.splice(0)).toEqual(['begin listMemories', 'end listMemories']);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'service_list', arguments: {} } };
  await call({ method: 'POST', path: '/mcp', headers, body });
  expect(log).toEqual(['begin callMcp', 'begin service_list', 'end callMcp', 'end service_list']);
});

it('the message names the tool of an MCP call under way before the endpoint', async () => {
  const { main, other } = watched(watchedOperations({ mcpToolPrefix: 'acme' }));
  main.begin('callMcp');
  main.begin('acme_search');
  expect(other.underWay()).toEqual(['acme_search', 'callMcp']);
});

/** Runs a program whose loop stands still in an operation, beside a watchdog whose ticks are shorter than usual. */
async function standStill(...flags: string[]) {
  const module = new URL('../../src/observability/watchdog/create-watchdog.ts', import.meta.url).href;
  const program = `
    import { writeSync } from 'node:fs';
    import { createWatchdog } from ${JSON.stringify(module)};
    const watchdog = createWatchdog({
      ends: true, operations: ['searchMemories'], paused() {}, onError(error) { throw error; }, tickMs: 5,
    });
    watchdog.start();
    watchdog.begin('searchMemories');
    setTimeout(() => {
      writeSync(1, 'stands still');
      const from = Date.now();
      while (Date.now() - from < Number(process.argv[1]));
      process.exit(0);
    }, 50);`;
  const limitMs = flags.length > 0 ? '300' : '5000';
  return runProgram(process.execPath, [...flags, '--input-type=module', '-e', program, limitMs]);
}

it('a process whose loop stands still ends with a message that names the operation', async () => {
  const { stderr, ...ended } = await standStill();
  expect(ended).toEqual({ stdout: 'stands still', code: null, signal: 'SIGKILL' });
  expect(JSON.parse(stderr)).toMatchObject({
    level: 60,
    event: 'watchdog',
    operations: ['searchMemories'],
    msg: expect.stringContaining('under way: searchMemories'),
  });
});

it('a process whose loop stands still under an inspector goes on', async () => {
  expect(await standStill('--inspect=0')).toMatchObject({ code: 0, signal: null });
});

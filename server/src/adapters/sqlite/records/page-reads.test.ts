import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../test/process/spawn-server.ts';
import { libraryKinds, libraryQueries, makeBook } from '../../../../test/record-store/library.ts';
import { libraryWorkers } from '../../../../test/record-store/library-workers.ts';
import type { Queries, Reader } from '../../../ports/record-store.ts';
import { openSqliteStore } from '../open-store.ts';
import type { BackgroundSteps } from '../threads/thread-jobs.ts';
import { createPageReads } from './page-reads.ts';

/** Three pages. */
const titles = Array.from({ length: 300 }, (_, at) => `marker${1_000 + at}x`);
const call = { accountId: 'lib_1', name: 'titlePages', input: { limit: 125 }, now: 0 };

async function openFilled(queries: Queries = libraryQueries) {
  const directory = temporaryDirectory();
  const store = await openSqliteStore(directory, { now: () => 0, kinds: libraryKinds, workers: libraryWorkers });
  const books = titles.map((title) => makeBook(title, { title }));
  await store.records.run('lib_1', 'addBooks', books);
  const background: BackgroundSteps[] = [];
  const addInBackground = (steps: BackgroundSteps) => void background.push(steps);
  const reads = createPageReads(join(directory, 'mnema.db'), queries, { addInBackground }, { afterMs: 0 });
  const number = reads.beginPages(call);
  onTestFinished(async () => {
    reads.endPages(number);
    await store.close();
  });
  async function readRest(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let page = await reads.readPage(number); page.length > 0; page = await reads.readPage(number)) {
      found.push(...page);
    }
    return found;
  }
  return { directory, store, background, reads, number, readRest };
}

/** @returns whether more follow */
async function runStep(steps: BackgroundSteps | undefined): Promise<boolean> {
  const step = steps?.next();
  await step?.value;
  return step?.done === false;
}

it('a deleted text is in no file while a slow client reads pages that still have it', async () => {
  const { directory, store, background, reads, number, readRest } = await openFilled();
  const first = await reads.readPage(number);
  await store.records.run('lib_1', 'removeBooks', titles);
  // The snapshot needs the log.
  expect(await store.local.eraseDeleted()).toBe(false);
  await expect.poll(() => background.length).toBe(1);
  while (await runStep(background[0]));
  expect(await store.local.eraseDeleted()).toBe(true);
  const contents = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1'));
  expect(contents.join('')).not.toMatch(/marker\d+x/);
  expect([...first, ...(await readRest())]).toEqual(titles);
});

it('a client that reads while the rest is read ahead gets every page once, in order', async () => {
  const { background, reads, number, readRest } = await openFilled();
  await expect.poll(() => background.length).toBe(1);
  await runStep(background[0]);
  const first = await reads.readPage(number);
  const second = await reads.readPage(number);
  while (await runStep(background[0]));
  expect([...first, ...second, ...(await readRest())]).toEqual(titles);
});

it('a client gets the error of a page that could not be read ahead, and then the page', async () => {
  let isBroken = false;
  const titlePages = async (reader: Reader, input: Parameters<typeof libraryQueries.titlePages>[1]) => {
    if (isBroken) throw new Error('the disk reported an error');
    return libraryQueries.titlePages(reader, input);
  };
  const { background, reads, number, readRest } = await openFilled({ ...libraryQueries, titlePages });
  const first = await reads.readPage(number);
  await expect.poll(() => background.length).toBe(1);
  isBroken = true;
  while (await runStep(background[0]));
  isBroken = false;
  await expect(reads.readPage(number)).rejects.toThrow('the disk reported an error');
  expect([...first, ...(await readRest())]).toEqual(titles);
});

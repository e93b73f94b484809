import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory } from '../../../../test/make-memory.ts';
import { insertMemory, removeMemory } from '../../../../test/store-steps.ts';
import type { ExportedRecord } from '../../../ports/memory-store.ts';
import { openSqliteStore } from '../open-store.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { createExportReads } from './export-reads.ts';

const accountId = 'acct_ana';
/** Two pages. */
const memories = 300;
const query = { scope: { accountId }, versions: false, readAt: 0 };

async function openFilled() {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-export-'));
  const store = await openSqliteStore(directory, { now: () => 0 });
  await store.accounts.createAccount(makeAccount(accountId), 'hash');
  const all = Array.from({ length: memories }, (_, at) => makePendingMemory(`marker${at}x`, 0, { accountId }));
  await Promise.all(all.map((memory) => insertMemory(store.memories, memory, makeIndex([memory.text]))));
  const background: Steps<void>[] = [];
  const addInBackground = (steps: Steps<void>) => void background.push(steps);
  const reads = createExportReads(join(directory, 'mnema.db'), { addInBackground }, { afterMs: 0 });
  const number = reads.beginExport(query);
  onTestFinished(async () => {
    reads.endExport(number);
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const ids = all.map(({ id }) => id).toSorted();
  return { directory, store, background, reads, number, ids };
}

const idsOf = (page: readonly ExportedRecord[]) => page.map(({ memory }) => memory.id);

function readAll(reads: ReturnType<typeof createExportReads>, number: number): string[] {
  const found: string[] = [];
  for (let page = reads.readExport(number); page.length > 0; page = reads.readExport(number))
    found.push(...idsOf(page));
  return found;
}

it('a deleted text is in no file while a slow client reads the export that still has it', async () => {
  const { directory, store, background, reads, number, ids } = await openFilled();
  const first = idsOf(reads.readExport(number));
  await Promise.all(ids.map((id) => removeMemory(store.memories, accountId, id)));
  // The snapshot needs the log.
  expect(await store.eraseDeleted()).toBe(false);
  await expect.poll(() => background.length).toBe(1);
  for (const steps of background) while (!steps.next().done);
  expect(await store.eraseDeleted()).toBe(true);
  const contents = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1'));
  expect(contents.join('')).not.toMatch(/marker\d+x/);
  expect([...first, ...readAll(reads, number)]).toEqual(ids);
});

it('a client that reads while the rest is read ahead gets every page once, in order', async () => {
  const { background, reads, number, ids } = await openFilled();
  await expect.poll(() => background.length).toBe(1);
  background[0]?.next();
  const first = idsOf(reads.readExport(number));
  const second = idsOf(reads.readExport(number));
  while (!background[0]?.next().done);
  expect([...first, ...second, ...readAll(reads, number)]).toEqual(ids);
});

import { expect, it } from 'vitest';
import { createExportSlots } from './export-slots.ts';

function openSlots() {
  const clock = { time: 0 };
  const limited = createExportSlots(() => clock.time);
  let closed = 0;
  async function* endless(part: string): AsyncGenerator<string, void> {
    try {
      for (;;) yield part;
    } finally {
      closed++;
    }
  }
  /** Opens an export, as the reply does. */
  const open = async (accountId: string, part = 'a') => {
    const { parts, signal } = limited(accountId, endless(part));
    signal.addEventListener('abort', () => void parts.return());
    await parts.next();
    return { read: () => parts.next(), close: () => parts.return(), isCut: () => signal.aborted };
  };
  return { clock, open, closed: () => closed };
}

const full = { code: 'unavailable' };

it('an account has at most two exports, also while slots are free', async () => {
  const { open, clock } = openSlots();
  const first = await open('ana');
  await open('ana');
  clock.time += 60_000;
  await expect(open('ana')).rejects.toMatchObject(full);
  await first.close();
  await open('ana');
  expect(first.isCut()).toBe(false);
});

it('the slowest reader gives way to an account without an export, but not before ten seconds', async () => {
  const { open, clock, closed } = openSlots();
  const exports = await Promise.all(
    Array.from({ length: 16 }, (_, at) => open(`account ${at >> 1}`, 'a'.repeat(1_000))),
  );
  for (const [at, one] of exports.entries()) if (at !== 5) await one.read();
  clock.time += 9_999;
  await expect(open('bo')).rejects.toMatchObject(full);
  clock.time += 1;
  const granted = await open('bo');
  expect(exports.flatMap((one, at) => (one.isCut() ? [at] : []))).toEqual([5]);
  expect(closed()).toBe(1);
  // Neither the account that has got one, nor one that still has one, displaces another.
  for (const accountId of ['bo', 'account 2']) await expect(open(accountId)).rejects.toMatchObject(full);
  expect(granted.isCut()).toBe(false);
});

it('an export does not give way while its reader is fast, or waits for the server', async () => {
  const { open, clock } = openSlots();
  const exports = await Promise.all(
    Array.from({ length: 16 }, (_, at) => open(`account ${at}`, 'a'.repeat(1_100_000))),
  );
  for (let second = 0; second < 20; second++) {
    clock.time += 1_000;
    for (const one of exports) await one.read();
  }
  await expect(open('bo')).rejects.toMatchObject(full);
  expect(exports.some((one) => one.isCut())).toBe(false);
});

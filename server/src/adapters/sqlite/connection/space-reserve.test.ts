import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSpaceReserve } from './space-reserve.ts';

it('keeps out other writes from when deletions have used the space until it is kept again, also after a restart', () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-reserve-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const clock = { time: 0 };
  const open = () => openSpaceReserve(directory, () => clock.time);
  const bytes = () => statSync(join(directory, 'mnema.reserve')).size;
  const reserve = open();
  expect([reserve.release(), reserve.admitsAll()]).toEqual([false, true]);
  expect([reserve.keep(), bytes()]).toEqual([true, 16 * 1024 * 1024]);
  expect([reserve.release(), reserve.release(), bytes()]).toEqual([true, false, 0]);
  clock.time += 999;
  expect(reserve.admitsAll()).toBe(false);
  clock.time += 1;
  expect([reserve.admitsAll(), bytes()]).toEqual([true, 16 * 1024 * 1024]);
  reserve.release();
  expect([open().admitsAll(), open().admitsAll(), open().release()]).toEqual([true, true, true]);
});

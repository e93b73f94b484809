import { randomBytes } from 'node:crypto';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytesOf } from '../../../lib/free-bytes.ts';

/** Enough for the log of a deletion, also of a memory with 50 versions of the maximum length. */
const reserveBytes = 16 * 1024 * 1024;
/** The start of a server writes less than this. */
const startBytes = 1024 * 1024;
/** The time after which a full disk is looked at again for a write. */
const retryMs = 1_000;

const reserveName = 'mnema.reserve';

/** Keeps disk space for deletions. Once they have used it, no other write is admitted until the space is kept again. */
export function openSpaceReserve(directory: string, now = () => performance.now()) {
  const path = join(directory, reserveName);
  let isUsed = (sizeOf(path) ?? reserveBytes) < reserveBytes;
  let triedAt = Number.NEGATIVE_INFINITY;

  /** Fills the file with bytes that no file system can compress. @returns whether the space is kept */
  function keep(): boolean {
    if (sizeOf(path) === reserveBytes) return true;
    if (freeBytesOf(directory) < reserveBytes) return false;
    try {
      writeFileSync(path, randomBytes(reserveBytes), { mode: 0o600 });
      isUsed = false;
      return true;
    } catch {
      // Another writer was faster, or has no permission: writes report that.
      if (isUsed) truncateSync(path, 0);
      else rmSync(path, { force: true });
      return false;
    }
  }

  return {
    keep,
    /** Whether writes that delete nothing may run. */
    admitsAll(): boolean {
      if (!isUsed || now() - triedAt < retryMs) return !isUsed;
      triedAt = now();
      return keep();
    },
    /** Gives the space back to the disk. @returns whether there was any */
    release(): boolean {
      if (!sizeOf(path)) return false;
      truncateSync(path, 0);
      isUsed = true;
      triedAt = now();
      return true;
    },
  };
}

/** Gives the space back if the disk has none for the start of a server. It then admits deletions only. */
export function makeSpaceForStart(directory: string): void {
  if (sizeOf(join(directory, reserveName)) && freeBytesOf(directory) < startBytes)
    openSpaceReserve(directory).release();
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { readableBytes } from '../../lib/readable-bytes.ts';

/** The minimum in `engines` of the package. */
export const minNodeVersion = '24.7';

/** @param version such as 24.21.0 */
export function checkNodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minNodeVersion.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return ok(version);
  return problem(
    `${version} is too old`,
    `run the server with Node.js ${minNodeVersion} or newer, as npm start in a checkout does automatically`,
  );
}

const fewBytesOfMemory = 512 * 1024 * 1024;

/** @param total bytes of the machine, or of the container */
export function checkMemory({ total, available }: { total: number; available: number }): Finding {
  const finding = `${readableBytes(total)} of memory, ${readableBytes(available)} available`;
  if (total >= fewBytesOfMemory) return ok(finding);
  return warning(
    finding,
    `give the server ${readableBytes(fewBytesOfMemory)} or more: the encoder and the vectors of searching accounts are held in memory`,
  );
}

/** Returns the memory of the container, or of the machine. */
export function memoryOfMachine(): { total: number; available: number } {
  const limit = process.constrainedMemory();
  return { total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), available: process.availableMemory() };
}

/** The time at which this program was written. Every correct clock shows a later time. */
const written = Date.UTC(2026, 0, 1);
/** Clocks are sometimes set back a little. */
const toleratedMs = 1_000;

/**
 * Checks the clock. Both times are in milliseconds since the epoch.
 * @param newestMemoryAt null when there is none or none can be read
 */
export function checkClock({ now, newestMemoryAt }: { now: number; newestMemoryAt: number | null }): Finding {
  const fix = 'set the clock, for example by NTP: quotas, expiry and the order of memories follow it';
  const time = new Date(now).toISOString();
  if (now < written) return problem(`${time} is before this program was written`, fix);
  if (newestMemoryAt === null || now + toleratedMs >= newestMemoryAt) return ok(time);
  const behind = Math.ceil((newestMemoryAt - now) / 1_000);
  return problem(
    `${time} is ${behind} s behind the newest memory in the store (${new Date(newestMemoryAt).toISOString()})`,
    fix,
  );
}

const fewBytesOnDisk = 1024 ** 3;
const tooFewBytes = 100 * 1024 ** 2;

/** Checks the space that this user may still write. */
export async function checkDiskSpace(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  return describeSpace(bavail * bsize, directory);
}

export function describeSpace(free: number, directory: string): Finding {
  const finding = `${readableBytes(free)} free where ${directory} is`;
  const fix = 'free some space, or move the data directory to a larger disk: writes are rejected when it is full';
  if (free < tooFewBytes) return problem(finding, fix);
  return free < fewBytesOnDisk ? warning(finding, fix) : ok(finding);
}

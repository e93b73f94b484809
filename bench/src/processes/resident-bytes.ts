import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Reads the resident memory of a process. @throws {Error} on systems without /proc and ps. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no VmRSS`);
    return Number(kilobytes) * 1_024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
}

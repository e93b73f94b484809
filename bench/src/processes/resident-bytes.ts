import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Memory of a process that is in RAM. @throws {Error} where the system tells neither by /proc nor by ps. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no VmRSS`);
    return Number(kilobytes) * 1_024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
}

import { readFileSync } from 'node:fs';

/** What Linux counts in, whatever the kernel was built with. */
const ticksPerSecond = 100;

/** Processor time that a process has used so far, all its threads together. @throws {Error} elsewhere than on Linux */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  if (user === undefined || system === undefined || Number.isNaN(user + system)) {
    throw new Error(`/proc/${pid}/stat tells no processor time: ${stat}`);
  }
  return (user + system) / ticksPerSecond;
}

import { readFileSync } from 'node:fs';

/** The ticks a second of Linux, which are the same for all kernels. */
const ticksPerSecond = 100;

/** Reads the processor time of a process, including all its threads. @throws {Error} on other systems than Linux */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  if (user === undefined || system === undefined || Number.isNaN(user + system)) {
    throw new Error(`/proc/${pid}/stat tells no processor time: ${stat}`);
  }
  return (user + system) / ticksPerSecond;
}

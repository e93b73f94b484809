import { percentile } from '../statistics.ts';
import type { Outcomes } from './attack.ts';
import { type OperationResult, patienceMs } from './innocent-load.ts';

/** @throws {Error} when the load fails without an attack, because the server or the machine is at fault then */
export function checkSuccess(alone: Record<string, OperationResult>): void {
  for (const [name, { failures, degraded }] of Object.entries(alone)) {
    if (failures.size > 0) throw new Error(`${name} failed without an attack: ${list(counted(failures))}`);
    if (degraded > 0) throw new Error('searches are degraded without an attack');
  }
}

/** If no response is as expected, the time is at least that of the patience. */
export function timeOf({ times }: OperationResult, share: number): number {
  return times.length === 0 ? patienceMs : percentile(times, share);
}

export function failureCount({ failures }: OperationResult): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

export function counted(counts: Outcomes): string[] {
  return [...counts].filter(([, count]) => count > 0).map(([what, count]) => `${what} × ${count}`);
}

export function list(parts: readonly string[]): string {
  return parts.length === 0 ? 'none' : parts.join(', ');
}

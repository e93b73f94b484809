import { findOrAdd } from '../../../lib/find-or-add.ts';
import { neighboursAt } from '../../store-kit/candidate-selection.ts';

interface Run {
  number: number;
  /** The ordinals of the messages, in the order of time, then of the ordinals themselves. */
  ordinals: number[];
  isSorted: boolean;
}

/** Contains the messages of each run by time. Messages of the same time are in the order of writing. */
export class Conversations {
  private readonly runs = new Map<string, Run>();
  private readonly runOf = new Map<number, Run>();
  private readonly timeOf: (ordinal: number) => number;

  /** @param timeOf returns the time of a message, which never changes */
  constructor(timeOf: (ordinal: number) => number) {
    this.timeOf = timeOf;
  }

  get size(): number {
    return this.runOf.size;
  }

  add(ordinal: number, runKey: string): void {
    if (this.runOf.has(ordinal)) return;
    const run = findOrAdd(this.runs, runKey, () => ({ number: this.runs.size, ordinals: [], isSorted: true }));
    this.runOf.set(ordinal, run);
    const last = run.ordinals.at(-1);
    // The first read sorts them, because an import may come in any order.
    if (last !== undefined && this.compare(last, ordinal) > 0) run.isSorted = false;
    run.ordinals.push(ordinal);
  }

  remove(ordinal: number): void {
    const run = this.runOf.get(ordinal);
    if (!run) return;
    run.ordinals.splice(this.positionIn(run, ordinal), 1);
    this.runOf.delete(ordinal);
  }

  find(ordinal: number): { run: number; position: number } | null {
    const run = this.runOf.get(ordinal);
    return run ? { run: run.number, position: this.positionIn(run, ordinal) } : null;
  }

  around(ordinal: number, reach: number): [distance: number, ordinal: number][] {
    const run = this.runOf.get(ordinal);
    return run ? neighboursAt(run.ordinals, this.positionIn(run, ordinal), reach) : [];
  }

  private compare(a: number, b: number): number {
    return this.timeOf(a) - this.timeOf(b) || a - b;
  }

  private positionIn(run: Run, ordinal: number): number {
    const { ordinals } = run;
    if (!run.isSorted) ordinals.sort((a, b) => this.compare(a, b));
    run.isSorted = true;
    let low = 0;
    let high = ordinals.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(ordinals[middle] as number, ordinal) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

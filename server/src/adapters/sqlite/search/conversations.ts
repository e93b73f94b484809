import { neighboursAt } from '../../store-kit/candidate-selection.ts';

interface Run {
  /** By time; of the same time by ordinal. */
  ordinals: number[];
  sorted: boolean;
}

/**
 * The turns of each run in the order in which they happened; of those of the same time the one written first comes
 * first. An ordinal is a number that grows with the time of writing.
 */
export class Conversations {
  private readonly runs: Run[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly runOf = new Map<number, number>();
  private readonly times = new Map<number, number>();

  /** Turns held. */
  get size(): number {
    return this.runOf.size;
  }

  /** Does nothing when it is there already: when something happened does not change. */
  add(ordinal: number, run: string, occurredAt: number): void {
    if (this.runOf.has(ordinal)) return;
    let number = this.numbers.get(run);
    if (number === undefined) {
      number = this.runs.push({ ordinals: [], sorted: true }) - 1;
      this.numbers.set(run, number);
    }
    this.runOf.set(ordinal, number);
    this.times.set(ordinal, occurredAt);
    const own = this.runs[number] as Run;
    const last = own.ordinals.at(-1);
    // Sorted when somebody asks: an import may come in any order.
    if (last !== undefined && this.compare(last, ordinal) > 0) own.sorted = false;
    own.ordinals.push(ordinal);
  }

  /** Does nothing when it is not there. */
  remove(ordinal: number): void {
    const found = this.find(ordinal);
    if (!found) return;
    this.runs[found.run]?.ordinals.splice(found.position, 1);
    this.runOf.delete(ordinal);
    this.times.delete(ordinal);
  }

  find(ordinal: number): { run: number; position: number } | null {
    const run = this.runOf.get(ordinal);
    return run === undefined ? null : { run, position: this.positionIn(this.inOrder(run), ordinal) };
  }

  /** The ordinals up to `reach` before and after, with their distance. */
  around(ordinal: number, reach: number): [distance: number, ordinal: number][] {
    const found = this.find(ordinal);
    if (!found) return [];
    return neighboursAt(this.inOrder(found.run), found.position, reach);
  }

  private inOrder(run: number): readonly number[] {
    const own = this.runs[run] as Run;
    if (!own.sorted) own.ordinals.sort((a, b) => this.compare(a, b));
    own.sorted = true;
    return own.ordinals;
  }

  private compare(a: number, b: number): number {
    return (this.times.get(a) as number) - (this.times.get(b) as number) || a - b;
  }

  private positionIn(ordinals: readonly number[], ordinal: number): number {
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

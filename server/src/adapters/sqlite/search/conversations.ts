import { neighboursAt } from '../../store-kit/candidate-selection.ts';

interface Run {
  /** By time; of the same time by place. */
  places: number[];
  sorted: boolean;
}

/**
 * The turns of each run in the order in which they happened; of those of the same time the one written first comes
 * first. A place is a number that grows with the time of writing.
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
  add(place: number, run: string, occurredAt: number): void {
    if (this.runOf.has(place)) return;
    let number = this.numbers.get(run);
    if (number === undefined) {
      number = this.runs.push({ places: [], sorted: true }) - 1;
      this.numbers.set(run, number);
    }
    this.runOf.set(place, number);
    this.times.set(place, occurredAt);
    const own = this.runs[number] as Run;
    const last = own.places.at(-1);
    // Sorted when somebody asks: an import may come in any order.
    if (last !== undefined && this.compare(last, place) > 0) own.sorted = false;
    own.places.push(place);
  }

  /** Does nothing when it is not there. */
  remove(place: number): void {
    const found = this.find(place);
    if (!found) return;
    this.runs[found.run]?.places.splice(found.position, 1);
    this.runOf.delete(place);
    this.times.delete(place);
  }

  find(place: number): { run: number; position: number } | null {
    const run = this.runOf.get(place);
    return run === undefined ? null : { run, position: this.positionIn(this.inOrder(run), place) };
  }

  /** The places up to `reach` before and after, with their distance. */
  around(place: number, reach: number): [distance: number, place: number][] {
    const found = this.find(place);
    if (!found) return [];
    return neighboursAt(this.inOrder(found.run), found.position, reach);
  }

  private inOrder(run: number): readonly number[] {
    const own = this.runs[run] as Run;
    if (!own.sorted) own.places.sort((a, b) => this.compare(a, b));
    own.sorted = true;
    return own.places;
  }

  private compare(a: number, b: number): number {
    return (this.times.get(a) as number) - (this.times.get(b) as number) || a - b;
  }

  private positionIn(places: readonly number[], place: number): number {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(places[middle] as number, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The turns of each run in the order they were written. A place is a number that grows with the time of writing. */
export class Conversations {
  /** Ascending. */
  private readonly placesOf: number[][] = [];
  private readonly numbers = new Map<string, number>();
  private readonly runOf = new Map<number, number>();

  /** Turns altogether. */
  get size(): number {
    return this.runOf.size;
  }

  /** Does nothing when it is there already. */
  add(place: number, run: string): void {
    if (this.runOf.has(place)) return;
    let number = this.numbers.get(run);
    if (number === undefined) {
      number = this.placesOf.push([]) - 1;
      this.numbers.set(run, number);
    }
    this.runOf.set(place, number);
    const places = this.placesOf[number] as number[];
    if (places.length === 0 || (places.at(-1) as number) < place) places.push(place);
    else places.splice(positionIn(places, place), 0, place);
  }

  /** Does nothing when it is not there. */
  remove(place: number): void {
    const found = this.find(place);
    if (!found) return;
    this.placesOf[found.run]?.splice(found.position, 1);
    this.runOf.delete(place);
  }

  find(place: number): { run: number; position: number } | null {
    const run = this.runOf.get(place);
    return run === undefined ? null : { run, position: positionIn(this.placesOf[run] as number[], place) };
  }

  /** The places up to `reach` before and after, with their distance. */
  around(place: number, reach: number): [distance: number, place: number][] {
    const found = this.find(place);
    if (!found) return [];
    const { run, position } = found;
    const first = Math.max(0, position - reach);
    return (this.placesOf[run] as number[])
      .slice(first, position + reach + 1)
      .map((neighbour, index): [number, number] => [Math.abs(first + index - position), neighbour])
      .filter(([distance]) => distance > 0);
  }
}

/** Where `place` stands, or would stand, in ascending `places`. */
function positionIn(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

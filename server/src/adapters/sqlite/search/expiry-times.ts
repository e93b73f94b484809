const bytesPerTime = 50;

/** Contains the expiry of memories, by ordinal. Memories that never expire take no space and no time. */
export class ExpiryTimes {
  private readonly times = new Map<number, number>();
  private first = Number.POSITIVE_INFINITY;

  /** The estimated size in bytes. */
  get bytes(): number {
    return this.times.size * bytesPerTime;
  }

  /** @param time null if the memory does not expire */
  set(ordinal: number, time: number | null): void {
    if (time === null) this.times.delete(ordinal);
    else {
      this.times.set(ordinal, time);
      this.first = Math.min(this.first, time);
    }
  }

  /** Returns the ordinals whose time has come. */
  until(time: number): number[] {
    if (time < this.first) return [];
    const reached: number[] = [];
    this.first = Number.POSITIVE_INFINITY;
    for (const [ordinal, at] of this.times) {
      if (at <= time) reached.push(ordinal);
      this.first = Math.min(this.first, at);
    }
    return reached;
  }
}

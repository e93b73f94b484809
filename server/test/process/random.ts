export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** A whole number, 0 ≤ x < `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
}

/** The seed of this run: a new one each time, or that of the run to be repeated. */
export function seedOfRun(): number {
  const given = process.env['MNEMA_TEST_SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, below: (below) => Math.floor(next() * below), chance: (probability) => next() < probability };
}

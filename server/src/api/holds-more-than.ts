/** A value with at most this many fields and items is searched for all errors, a larger one for the first. */
export const maxDescribed = 250;

/** Whether a JSON value holds more than `max` fields and items, at any depth. It visits no more than it must. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    if (Array.isArray(next) && count + next.length > max) return true;
    // A loop ends early, whereas listing all values of a large object would take long.
    for (const name in next) {
      if (++count > max) return true;
      waiting.push(next[name as never]);
    }
  }
  return false;
}

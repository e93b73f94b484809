/** A value of at most this many fields and items is searched for all its errors, a larger one to the first error. */
export const maxDescribed = 250;

/** Whether a JSON value holds more fields and items, at any depth, than `max`; looks at no more of them than it must. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    if (Array.isArray(next) && count + next.length > max) return true;
    // Listing all values of a large object would take longer than all the rest.
    for (const name in next) {
      if (++count > max) return true;
      waiting.push(next[name as never]);
    }
  }
  return false;
}

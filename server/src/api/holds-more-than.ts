/** Values of at most this many fields and items are searched for all their mistakes, others to the first one. */
export const describedMost = 250;

/** Whether a JSON value holds more fields and items, at any depth, than `most`; looks at no more of them than it must. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    // Listing all values of a great object would take longer than all the rest.
    for (const name in next) {
      if (++count > most) return true;
      waiting.push(next[name as never]);
    }
  }
  return false;
}

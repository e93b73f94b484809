import { maxValues, type ValueCount } from '../../ports/candidate-index.ts';

type Counts = Map<string, number>;

export function addStrings(counts: Counts, value: unknown, count: number): void {
  for (const one of Array.isArray(value) ? new Set(value) : [value]) {
    if (typeof one === 'string') counts.set(one, (counts.get(one) ?? 0) + count);
  }
}

/** Returns the values with the greatest counts. Values with the same count are ordered by their UTF-8 bytes. */
export function topValues(counts: Iterable<readonly [value: string, count: number]>): ValueCount[] {
  const all = Array.from(counts, ([value, count]) => ({ value, count }));
  all.sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
  return all.slice(0, maxValues);
}

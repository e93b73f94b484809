/** Returns the positions of the `limit` largest values above `floor`. If values are equal, the later ones win. */
export function largest(values: Float32Array | Float64Array, limit: number, floor: number): number[] {
  const kept = new Int32Array(Math.max(0, Math.min(limit, values.length)));
  let length = 0;
  let smallestKept = floor;
  for (let position = 0; position < values.length && limit > 0; position++) {
    const value = values[position] as number;
    const isFull = length === kept.length;
    if (isFull ? value < smallestKept : value <= floor) continue;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[kept[middle] as number] as number) <= value) low = middle + 1;
      else high = middle;
    }
    if (isFull) {
      // The smallest value leaves.
      kept.copyWithin(0, 1, low--);
    } else kept.copyWithin(low + 1, low, length++);
    kept[low] = position;
    if (length === kept.length) smallestKept = values[kept[0] as number] as number;
  }
  return Array.from(kept.subarray(0, length));
}

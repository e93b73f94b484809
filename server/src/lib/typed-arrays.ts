type Values = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array;

/** Returns a typed array of at least `length` values that begins with these. It doubles, so that growth stays cheap. */
export function grown<Kind extends Values>(values: Kind, length: number): Kind {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => Kind)(Math.max(length, values.length * 2, 64));
  larger.set(values);
  return larger;
}

export function growAll(columns: Record<string, Values>, length: number): void {
  for (const [name, values] of Object.entries(columns)) columns[name] = grown(values, length);
}

/** Adds up the sizes of an object's typed arrays, and of its parts that have a size. */
export function bytesOf(parts: object): number {
  let bytes = 0;
  for (const part of Object.values(parts)) bytes += part?.byteLength ?? part?.bytes ?? 0;
  return bytes;
}

/** Returns the first position from `low` on whose value is not smaller than a value; `high` if there is none. */
export function positionOf(values: Float64Array | Int32Array, value: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function* ordinalsIn(mask: Uint8Array): Generator<number> {
  for (let ordinal = mask.indexOf(1); ordinal !== -1; ordinal = mask.indexOf(1, ordinal + 1)) yield ordinal;
}

/** Returns the last ordinals that a mask marks, beginning with the largest. */
export function lastOrdinalsIn(mask: Uint8Array, limit: number): number[] {
  const last: number[] = [];
  for (let at = mask.lastIndexOf(1); at !== -1 && last.length < limit; at = mask.subarray(0, at).lastIndexOf(1))
    last.push(at);
  return last;
}

export function intersect(mask: Uint8Array, other: Uint8Array): void {
  for (let at = 0; at < mask.length; at++) mask[at] = (mask[at] as number) & (other[at] as number);
}

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

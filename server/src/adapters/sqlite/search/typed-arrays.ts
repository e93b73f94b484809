type Values = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array;

/** Returns a typed array of at least `length` values that begins with these. It doubles, so that growth stays cheap. */
export function grown<Kind extends Values>(values: Kind, length: number): Kind {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => Kind)(Math.max(length, values.length * 2, 64));
  larger.set(values);
  return larger;
}

/** Grows typed arrays of the same length together. */
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

/** Yields the ordinals that a mask marks, ascending. */
export function* ordinalsIn(mask: Uint8Array): Generator<number> {
  for (let ordinal = mask.indexOf(1); ordinal !== -1; ordinal = mask.indexOf(1, ordinal + 1)) yield ordinal;
}

/** Clears in a mask what another one does not mark. */
export function intersect(mask: Uint8Array, other: Uint8Array): void {
  for (let at = 0; at < mask.length; at++) mask[at] = (mask[at] as number) & (other[at] as number);
}

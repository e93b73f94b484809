type Values = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array;

/** Returns a typed array of at least `length` values that begins with these. It doubles, so that growth stays cheap. */
export function grown<Kind extends Values>(values: Kind, length: number): Kind {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => Kind)(Math.max(length, values.length * 2, 64));
  larger.set(values);
  return larger;
}

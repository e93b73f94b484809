/** Yields the ordinals that a mask marks, ascending. */
export function* ordinalsIn(mask: Uint8Array): Generator<number> {
  for (let ordinal = mask.indexOf(1); ordinal !== -1; ordinal = mask.indexOf(1, ordinal + 1)) yield ordinal;
}

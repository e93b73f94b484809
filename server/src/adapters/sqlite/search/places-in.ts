/** The places that a mask marks, ascending. */
export function* placesIn(mask: Uint8Array): Generator<number> {
  for (let place = mask.indexOf(1); place !== -1; place = mask.indexOf(1, place + 1)) yield place;
}

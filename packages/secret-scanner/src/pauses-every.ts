/**
 * Tells work that goes through a text when to pause.
 *
 * @param length how far it goes without a pause, in UTF-16 units
 * @returns whether a pause is due at this offset
 */
export function pausesEvery(length: number): (offset: number) => boolean {
  let next = length;
  return (offset) => {
    if (offset < next) return false;
    next = offset + length;
    return true;
  };
}

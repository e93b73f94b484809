/**
 * Spaces the pauses of work that goes through a text.
 * @param length UTF-16 units without a pause
 * @returns a check whether a pause is due at an offset
 */
export function pausesEvery(length: number): (offset: number) => boolean {
  let next = length;
  return (offset) => {
    if (offset < next) return false;
    next = offset + length;
    return true;
  };
}

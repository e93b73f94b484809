/** Repeats a limited change until nothing is left, because other writes wait in the meantime. Returns the sum. */
export async function untilNone(changeSome: () => Promise<number>): Promise<number> {
  let sum = 0;
  let changed: number;
  do {
    changed = await changeSome();
    sum += changed;
  } while (changed > 0);
  return sum;
}

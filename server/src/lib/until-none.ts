/** Repeats a limited deletion until nothing is left, because other writes wait in the meantime. Returns the sum. */
export async function untilNone(deleteSome: () => Promise<number>): Promise<number> {
  let sum = 0;
  let deleted: number;
  do {
    deleted = await deleteSome();
    sum += deleted;
  } while (deleted > 0);
  return sum;
}

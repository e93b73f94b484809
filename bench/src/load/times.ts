/** Does `work` so many times, so many at once, and gives how long each took by its own account, in milliseconds. */
export async function times(count: number, concurrency: number, work: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (begun < count) {
        begun++;
        results.push(await work());
      }
    }),
  );
  return results;
}

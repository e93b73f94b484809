/** Runs `work` `count` times, several at once, and returns the milliseconds that each run reports. */
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

/** Does `work` and tells how it ended: with which failure, undefined for none, and after how many seconds. */
export async function timed<Result>(
  work: () => Promise<Result>,
  ended: (failure: unknown, seconds: number) => void,
): Promise<Result> {
  const startedAt = performance.now();
  const secondsPassed = () => (performance.now() - startedAt) / 1_000;
  try {
    const result = await work();
    ended(undefined, secondsPassed());
    return result;
  } catch (error) {
    ended(error, secondsPassed());
    throw error;
  }
}

/** How often the event loop goes round while `work` is under way. */
export async function loopIterationsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let next = setImmediate(count);
  function count() {
    rounds++;
    next = setImmediate(count);
  }
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return rounds;
}

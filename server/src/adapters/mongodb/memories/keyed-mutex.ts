/** Runs work with the same key one after the other. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}

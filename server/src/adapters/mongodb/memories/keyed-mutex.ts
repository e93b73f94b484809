/** Runs work of the same name one after the other. */
export type KeyedMutex = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work, work);
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, ended);
    void ended.then(() => {
      if (last.get(name) === ended) last.delete(name);
    });
    return run;
  };
}

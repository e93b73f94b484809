/** Lets a request wait until ingest has ended for one memory, one way or the other. */
export interface ReadyWaiters {
  /** Resolves when the memory is settled, `waitMs` have passed, or the process stops. Never rejects. */
  wait(accountId: string, memoryId: string, waitMs: number): Promise<void>;
  /** Ingest in this process has ended for it. */
  complete(memoryId: string): void;
  /** Lets everybody go, now and from now on. */
  release(): void;
}

interface Waiting {
  accountId: string;
  memoryId: string;
  done(): void;
}

/** Another process may do the ingest, and nobody tells this one: it looks now and then. */
const lookEveryMs = 250;

/**
 * @param pendingOf - which of an account's memories are still pending: asked once for all that wait. When it fails, whoever
 * waits is let go, to meet the failure itself
 */
export function createReadyWaiters(
  pendingOf: (accountId: string, memoryIds: readonly string[]) => Promise<readonly string[]>,
): ReadyWaiters {
  const waiting = new Set<Waiting>();
  let released = false;
  /** Accounts of whom a question is under way: one that hangs holds nobody else up. */
  const lookingUp = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function letGo(isComplete: (one: Waiting) => boolean): void {
    for (const one of [...waiting]) if (isComplete(one)) one.done();
  }
  function look(): void {
    for (const [accountId, those] of Map.groupBy(waiting, (one) => one.accountId)) {
      if (!lookingUp.has(accountId)) void lookAt(accountId, those);
    }
  }
  async function lookAt(accountId: string, those: readonly Waiting[]): Promise<void> {
    lookingUp.add(accountId);
    const ids = [...new Set(those.map(({ memoryId }) => memoryId))];
    const pending = new Set(await pendingOf(accountId, ids).catch(() => []));
    lookingUp.delete(accountId);
    for (const one of those) if (!pending.has(one.memoryId)) one.done();
  }

  return {
    wait(accountId, memoryId, waitMs) {
      if (released) return Promise.resolve();
      return new Promise((resolve) => {
        const one = { accountId, memoryId, done };
        const over = setTimeout(done, waitMs);
        function done() {
          clearTimeout(over);
          waiting.delete(one);
          if (waiting.size === 0) {
            clearInterval(timer);
            timer = undefined;
          }
          resolve();
        }
        waiting.add(one);
        timer ??= setInterval(look, lookEveryMs);
      });
    },
    complete: (memoryId) => letGo((one) => one.memoryId === memoryId),
    release() {
      released = true;
      letGo(() => true);
    },
  };
}

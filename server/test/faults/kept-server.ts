import { setTimeout as pause } from 'node:timers/promises';
import { type SpawnOptions, spawnMnema, whenReady } from '../process/spawn-server.ts';

/** Beside everything else that goes on here, on a small machine. */
export const maxStartMs = 120_000;

export type KeptServer = Awaited<ReturnType<typeof keepServer>>;

/** Starts a server process that is started again, on the port it had, whenever it was killed. */
export async function keepServer(options: SpawnOptions) {
  const earlier: string[] = [];
  const crashes: string[] = [];
  let reported = 0;
  let environment = options.environment ?? {};
  let current = spawn();

  function spawn() {
    const child = spawnMnema(['start'], { ...options, environment });
    const state = { child, stopRequested: false };
    void child.ended.then((end) => {
      if (!state.stopRequested) crashes.push(`${JSON.stringify(end)}: ${child.stderr().slice(-2_000)}`);
    });
    return state;
  }
  async function replace(): Promise<void> {
    current.stopRequested = true;
    await current.child.end('SIGKILL');
    earlier.push(current.child.stderr());
    current = spawn();
  }

  const { url } = await whenReady(current.child, maxStartMs);
  environment = { ...environment, MNEMA_PORT: new URL(url).port };
  return {
    url,
    /**
     * `kill -9`, and a new process; with `againAfterMs` then both again, most likely before the new process is ready.
     * Resolves when the last process is ready, to the number of kills.
     */
    async kill(againAfterMs?: number): Promise<number> {
      await replace();
      if (againAfterMs !== undefined) {
        await pause(againAfterMs);
        await replace();
      }
      await whenReady(current.child, maxStartMs);
      return againAfterMs === undefined ? 1 : 2;
    },
    /** Stops it as an operator does. @throws {Error} when it ends otherwise than it should */
    async stop(): Promise<void> {
      current.stopRequested = true;
      const end = await current.child.end('SIGTERM');
      if (end.code !== 0) throw new Error(`it ended with ${JSON.stringify(end)}: ${current.child.stderr()}`);
    },
    /** What its processes have logged, and how they ended by themselves, since the last call. */
    news(): { log: string; crashes: string[] } {
      const log = [...earlier, current.child.stderr()].join('');
      const news = { log: log.slice(reported), crashes: crashes.splice(0) };
      reported = log.length;
      return news;
    },
  };
}

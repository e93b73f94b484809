import { type SpawnedServer, type SpawnOptions, spawnMnema, whenReady } from '../process/spawn-server.ts';

/** Beside everything else that goes on here, on a small machine. */
const maxStartMs = 120_000;

/** A server process that is started again, on the port it had, whenever it was killed. */
export interface KeptServer {
  url: string;
  /** `kill -9`, and a new process. Resolves when that is ready. */
  kill(): Promise<void>;
  /** `kill -9`, then again after so long, most likely before the new process is ready. */
  killTwice(afterMs: number): Promise<void>;
  /** Stops it as an operator does. @throws {Error} when it ends otherwise than it should */
  stop(): Promise<void>;
  /** What its processes have logged, and how they ended by themselves, since the last call. */
  news(): { log: string; crashes: string[] };
}

export async function keepServer(options: SpawnOptions): Promise<KeptServer> {
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
  async function end(): Promise<void> {
    current.stopRequested = true;
    await current.child.end('SIGKILL');
    earlier.push(current.child.stderr());
  }
  async function begin(): Promise<SpawnedServer> {
    current = spawn();
    return whenReady(current.child, maxStartMs);
  }

  const { url } = await whenReady(current.child, maxStartMs);
  environment = { ...environment, MNEMA_PORT: new URL(url).port };
  return {
    url,
    async kill() {
      await end();
      await begin();
    },
    async killTwice(afterMs) {
      await end();
      current = spawn();
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await end();
      await begin();
    },
    async stop() {
      current.stopRequested = true;
      const end = await current.child.end('SIGTERM');
      if (end.code !== 0) throw new Error(`it ended with ${JSON.stringify(end)}: ${current.child.stderr()}`);
    },
    news() {
      const log = [...earlier, current.child.stderr()].join('');
      const news = { log: log.slice(reported), crashes: crashes.splice(0) };
      reported = log.length;
      return news;
    },
  };
}

import { expectStatus } from './connection-pool.ts';
import { HttpConnection } from './http-connection.ts';

export interface ClosedLoopResult {
  /** Answers a second. */
  rate: number;
  /** Share of one core that the load generator itself used, 0..1 and a little: near 1, it sets the pace. */
  generatorLoad: number;
}

/**
 * Keeps `connections` requests under way: each connection sends the next one when its answer is there.
 * What is answered within the first `warmUpSeconds` is not counted.
 * @param next - gives the bytes of the next request
 * @throws {Error} at the first answer of another status than `expected`
 */
export async function closedLoop(options: {
  port: number;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
  expected: number;
  next: () => Buffer;
}): Promise<ClosedLoopResult> {
  const { port, connections, warmUpSeconds, seconds, expected, next } = options;
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const countFrom = performance.now() + warmUpSeconds * 1_000;
  const end = countFrom + seconds * 1_000;
  let responseCount = 0;
  let usage = process.cpuUsage();
  const warm = setTimeout(() => {
    usage = process.cpuUsage();
  }, warmUpSeconds * 1_000);
  try {
    await Promise.all(
      open.map(async (connection) => {
        for (let now = performance.now(); now < end; ) {
          expectStatus(await connection.send(next()), expected, 'a request of the load');
          now = performance.now();
          if (now >= countFrom && now < end) responseCount++;
        }
      }),
    );
  } finally {
    clearTimeout(warm);
    for (const connection of open) connection.close();
  }
  const { user, system } = process.cpuUsage(usage);
  return { rate: responseCount / seconds, generatorLoad: (user + system) / 1e6 / seconds };
}

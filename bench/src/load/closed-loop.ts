import { expectStatus } from './connection-pool.ts';
import { HttpConnection } from './http-connection.ts';

export interface ClosedLoopResult {
  /** The number of responses a second. */
  rate: number;
  /** The share of one core that the load generator used, 0..1 or slightly more. Near 1, it limits the rate. */
  generatorLoad: number;
}

/**
 * Keeps `connections` requests under way: each connection sends the next one after its response. Responses within the
 * first `warmUpSeconds` are not counted.
 * @param next - returns the bytes of the next request
 * @throws {Error} at the first response with another status than `expected`
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

import { setTimeout as delay } from 'node:timers/promises';
import { HttpConnection, toRequest } from '../load/http-connection.ts';
import type { Child } from './child.ts';

const patienceMs = 60_000;
const pauseMs = 2;

/** Repeats a request until the process responds with 200. @throws {Error} with its output when it ends or never responds. */
export async function firstResponse(child: Child, port: number, path: string): Promise<void> {
  const request = toRequest({ method: 'GET', path });
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt) {
    if (child.process.exitCode !== null) throw new Error(`the process ended before it answered:\n${child.output()}`);
    const connection = await HttpConnection.open(port).catch(() => undefined);
    if (connection) {
      const response = await connection.send(request).finally(() => connection.close());
      if (response.status === 200) return;
    }
    await delay(pauseMs);
  }
  throw new Error(`no answer within ${patienceMs / 1_000} s:\n${child.output()}`);
}

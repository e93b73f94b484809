import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../server/test/find-free-port.ts';
import { type Child, startChild } from './child.ts';
import { firstResponse } from './first-response.ts';

export interface BareExpress {
  child: Child;
  port: number;
  /** Milliseconds from spawning the process to its first response. */
  startMs: number;
}

const script = fileURLToPath(new URL('../baselines/express-server.ts', import.meta.url));

/** Starts the baseline server. `memory` is the JSON of its response to `GET /memories/{id}`. */
export async function startBareExpress(folder: string, memory = '{}'): Promise<BareExpress> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = startChild({
    script,
    environment: { ...process.env, PORT: String(port), FOLDER: folder, MEMORY: memory },
    logFile: join(folder, `output-${port}.log`),
  });
  await firstResponse(child, port, '/healthz');
  return { child, port, startMs: performance.now() - startedAt };
}

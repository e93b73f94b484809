import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findFreePort } from '../../../server/test/find-free-port.ts';
import { ConnectionPool } from '../load/connection-pool.ts';
import { type Call, toRequest } from '../load/http-connection.ts';
import { type Child, startChild } from './child.ts';
import { firstResponse } from './first-response.ts';

export type Runtime = 'native' | 'wasm';

interface SearchResponse {
  /** The contribution of each signal, with `explain`. */
  results: { id: string; explain?: { signals: { vector: { raw: number } } } }[];
  degraded: string[];
}

export interface SearchBody {
  query: string;
  agent_id?: string;
  filters?: Record<string, string>;
  where?: object;
}

/** The server's command line: that of this checkout, or of another one for a comparison. */
const script =
  process.env['BENCH_SERVER'] ?? fileURLToPath(new URL('../../../server/src/cli/mnema.ts', import.meta.url));

/** The variables that `npm start` sets (scripts/bootstrap/paths.mjs). */
const startVariables = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/mnema', pathToFileURL(script))),
  MALLOC_ARENA_MAX: '1',
};

/** A real server in its own process, used only over HTTP. */
export class MnemaServer {
  readonly child: Child;
  readonly port: number;
  readonly pool: ConnectionPool;
  /** Milliseconds from spawning the process to its first response on `GET /healthz`. */
  readonly startMs: number;
  private readonly startedAt: number;
  private key: string;

  private constructor(child: Child, port: number, startedAt: number, key: string) {
    this.child = child;
    this.port = port;
    this.pool = new ConnectionPool(port);
    this.startedAt = startedAt;
    this.startMs = performance.now() - startedAt;
    this.key = key;
  }

  /**
   * Resolves after the first response.
   * @param key - the API key of a data directory that has an account; otherwise the first start prints one
   * @param settings - variables of its configuration besides those of all measures
   */
  static async start(options: {
    dataDirectory: string;
    runtime: Runtime;
    key?: string;
    settings?: Record<string, string>;
  }): Promise<MnemaServer> {
    const port = await findFreePort();
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MNEMA_'));
    const startedAt = performance.now();
    const child = startChild({
      script,
      words: ['start'],
      environment: {
        ...startVariables,
        ...Object.fromEntries(others),
        MNEMA_PORT: String(port),
        MNEMA_DATA_DIR: options.dataDirectory,
        MNEMA_BOOTSTRAP_EMAIL: 'bench@example.com',
        MNEMA_LOCAL_RUNTIME: options.runtime,
        ...options.settings,
      },
      logFile: join(options.dataDirectory, `output-${port}.log`),
    });
    await firstResponse(child, port, '/healthz');
    return new MnemaServer(child, port, startedAt, options.key ?? '');
  }

  /** Milliseconds since the process was spawned. */
  get ageMs(): number {
    return performance.now() - this.startedAt;
  }

  /** The key of the first account, from the lines that the first start prints. */
  async apiKey(): Promise<string> {
    for (let tries = 0; this.key === '' && tries < 1_000; tries++) {
      this.key = /API key: +(\S+)/.exec(this.child.output())?.[1] ?? '';
      if (this.key === '') await delay(5);
    }
    if (this.key === '') throw new Error(`the server printed no API key:\n${this.child.output()}`);
    return this.key;
  }

  /** Composes the bytes of a request, for the load loops. */
  async request(method: string, path: string, body?: object): Promise<Buffer> {
    return toRequest(await this.toCall(method, path, body));
  }

  async write(memory: object): Promise<string> {
    const call = await this.toCall('POST', '/memories', memory);
    return (JSON.parse(await this.pool.call(call, 202)) as { memory_id: string }).memory_id;
  }

  /** The memory as JSON text. */
  async update(id: string, changes: object): Promise<string> {
    return this.pool.call(await this.toCall('PUT', `/memories/${id}`, changes), 200);
  }

  async read(id: string): Promise<string> {
    return this.pool.call(await this.toCall('GET', `/memories/${id}`), 200);
  }

  async get(path: string): Promise<string> {
    return this.pool.call(await this.toCall('GET', path), 200);
  }

  /** The response as JSON text. */
  async delete(path: string, expected: number): Promise<string> {
    return this.pool.call(await this.toCall('DELETE', path), expected);
  }

  async search(body: object): Promise<SearchResponse> {
    return JSON.parse(await this.pool.call(await this.toCall('POST', '/search', body), 200)) as SearchResponse;
  }

  /**
   * Searches by keyword and by vector, and returns the milliseconds.
   * @param key - a key of another account; that of the first account by default
   * @throws {Error} without results, or with results of the words only
   */
  async timedSearch(body: SearchBody, key?: string): Promise<number> {
    const call = await this.toCall('POST', '/search', body, key === undefined ? {} : { 'X-API-Key': key });
    const startedAt = performance.now();
    const response = await this.pool.call(call, 200);
    const milliseconds = performance.now() - startedAt;
    const { results, degraded } = JSON.parse(response) as SearchResponse;
    if (results.length === 0 || degraded.length > 0) throw new Error(`"${body.query}" found nothing by meaning`);
    return milliseconds;
  }

  /**
   * Writes a memory and resolves when semantic search finds it. It waits inside one request, because polling would load
   * the server and lengthen the measured time.
   * @throws {Error} when it takes longer than a request may wait
   */
  async writeAndWait(memory: object): Promise<string> {
    const call = await this.toCall('POST', '/memories', memory, { Prefer: 'wait=10' });
    return (JSON.parse(await this.pool.call(call, 201)) as { memory_id: string }).memory_id;
  }

  /** Returns when the encoder has loaded and the parts that a first write and search need are warm. */
  async warmUp(): Promise<void> {
    await this.writeAndWait({ text: 'The kettle in the kitchen whistles when the water boils.' });
    const { degraded } = await this.search({ query: 'what whistles in the kitchen?' });
    if (degraded.length > 0) throw new Error(`the server searches without ${degraded.join(', ')}`);
  }

  async metric(sample: string): Promise<number> {
    const text = await this.pool.call({ method: 'GET', path: '/metrics' }, 200);
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
    return Number(line?.slice(sample.length + 1) ?? 0);
  }

  /** Waits until no memory is pending. @throws {Error} when one failed or it takes longer than `limitMs`. */
  async drain(limitMs = 300_000): Promise<void> {
    const giveUpAt = performance.now() + limitMs;
    while ((await this.metric('mnema_memories{status="pending"}')) !== 0) {
      if (performance.now() > giveUpAt) throw new Error(`memories were still pending after ${limitMs / 1_000} s`);
      await delay(100);
    }
    if ((await this.metric('mnema_memories{status="failed"}')) !== 0) throw new Error('the ingest of memories failed');
  }

  async stop(): Promise<void> {
    this.pool.close();
    await this.child.stop();
  }

  async kill(): Promise<void> {
    this.pool.close();
    await this.child.kill();
  }

  private async toCall(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Call> {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return { method, path, headers: { 'X-API-Key': await this.apiKey(), ...headers }, ...given };
  }
}

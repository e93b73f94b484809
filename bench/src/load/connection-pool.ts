import { type Call, HttpConnection, type HttpResponse, toRequest } from './http-connection.ts';

/** The limit stays below the five seconds after which a Node.js server closes an idle connection. */
const maxIdleMs = 3_000;

/** Sends any number of requests at once, each on its own connection; idle connections are used again. */
export class ConnectionPool {
  private readonly port: number;
  private idle: { connection: HttpConnection; since: number }[] = [];

  constructor(port: number) {
    this.port = port;
  }

  /** @throws {Error} when the response has another status than `expected` */
  async call(call: Call, expected: number): Promise<string> {
    const connection = this.takeIdle() ?? (await HttpConnection.open(this.port));
    const response = await connection.send(toRequest(call));
    this.idle.push({ connection, since: performance.now() });
    expectStatus(response, expected, `${call.method} ${call.path}`);
    return response.body;
  }

  close(): void {
    for (const { connection } of this.idle) connection.close();
    this.idle = [];
  }

  private takeIdle(): HttpConnection | undefined {
    for (let last = this.idle.pop(); last; last = this.idle.pop()) {
      if (last.connection.open && performance.now() - last.since < maxIdleMs) return last.connection;
      last.connection.close();
    }
    return undefined;
  }
}

export function expectStatus({ status, body }: HttpResponse, expected: number, what: string): void {
  if (status !== expected) throw new Error(`${what} answered ${status} instead of ${expected}: ${body.slice(0, 500)}`);
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ways in which a provider fails. With `wrong-…` and `truncated` it checks the request before it responds. */
export const failures = [
  'rate-limited',
  'wrong-dimension',
  'wrong-count',
  'truncated',
  'hang',
  'hang-in-body',
  'bad-gateway',
  'internal-error',
  'unavailable',
  'unauthorized',
  'unknown-model',
  'reset',
] as const;
export type Failure = (typeof failures)[number];

/** No outage: what a request meets that the provider would never take, with whatever text. */
type Rejection = 'refuses-everything';

/** What is wrong with the vectors of a response. */
export interface Distortion {
  /** Overrides the length of vectors. */
  dimensions?: number;
  /** How many are missing. */
  missing?: number;
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: each test expects another shape
  body: any;
  at: number;
}

export interface Reply {
  status: number;
  body: unknown;
}

/** A provider's API on a socket of this machine. */
export interface StandIn {
  url: string;
  key: string;
  requests: ReceivedRequest[];
  /** What goes wrong from now on, for so many requests; null: all is well. */
  fail(failure: Failure | Rejection | null, options?: { times?: number; retryAfterSeconds?: number }): void;
  /** How many requests have failed so. */
  failed(): number;
  /** The next outputs of the language model, one text each, instead of those it would make. */
  scriptedOutputs: string[];
  /** How long a response takes, in milliseconds: for the request, and for each text in it. */
  latency: { perRequest: number; perText: number };
  close(): Promise<void>;
}

export interface Api {
  /** Errors as this provider writes them. */
  error(status: number, message: string): unknown;
  respond(request: ReceivedRequest, distort: Distortion, scriptedOutput: string | undefined): Reply;
  /** Whether a request is one to the language model. */
  isChat(path: string): boolean;
  /** How many texts a request holds. */
  count(body: unknown): number;
}

/** The failures that are a response of the API. */
const problems: Partial<Record<Failure | Rejection, { status: number; message: string }>> = {
  'rate-limited': { status: 429, message: 'you are rate limited' },
  'internal-error': { status: 500, message: 'internal error' },
  unavailable: { status: 503, message: 'overloaded' },
  unauthorized: { status: 401, message: 'invalid api token' },
  'unknown-model': { status: 404, message: 'the model was not found' },
  'refuses-everything': { status: 422, message: 'output_dimension is not supported by this model' },
};

/** Starts a stand-in for `api`; each has a key of its own. */
export async function startStandIn(api: Api): Promise<StandIn> {
  const requests: ReceivedRequest[] = [];
  const scriptedOutputs: string[] = [];
  const latency = { perRequest: 1, perText: 0.3 };
  const key = ['stand', 'in', 'key', Math.random().toString(36).slice(2)].join('-');
  let failed = 0;
  let failing: { failure: Failure | Rejection; left: number; retryAfterSeconds: number } | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received: ReceivedRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      at: performance.now(),
    };
    requests.push(received);
    const failure = failing && failing.left > 0 ? failing.failure : undefined;
    if (failing && failure) {
      failing.left--;
      failed++;
    }
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(text);
    };
    const problem = failure && problems[failure];
    if (problem) {
      const headers = failure === 'rate-limited' ? { 'retry-after': String(failing?.retryAfterSeconds) } : {};
      json(problem.status, api.error(problem.status, problem.message), headers);
      return;
    }
    switch (failure) {
      case 'hang':
        return;
      case 'hang-in-body':
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"id":"');
        return;
      case 'bad-gateway':
        response.writeHead(502, { 'content-type': 'text/html' });
        response.end('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
        return;
      case 'reset':
        request.socket.destroy();
        return;
    }
    if (request.headers.authorization !== `Bearer ${key}`) {
      json(401, api.error(401, 'invalid api token'));
      return;
    }
    await new Promise((resolve) =>
      setTimeout(resolve, latency.perRequest + latency.perText * api.count(received.body)),
    );
    const { status, body } = api.respond(
      received,
      failure === 'wrong-dimension' ? { dimensions: 7 } : failure === 'wrong-count' ? { missing: 1 } : {},
      api.isChat(received.path) ? scriptedOutputs.shift() : undefined,
    );
    if (failure === 'truncated') {
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text.slice(0, text.length / 2));
      return;
    }
    json(status, body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    scriptedOutputs,
    latency,
    fail(failure, { times = Number.POSITIVE_INFINITY, retryAfterSeconds = 1 } = {}) {
      failing = failure === null ? undefined : { failure, left: times, retryAfterSeconds };
    },
    failed: () => failed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { openServer } from '../open-server.ts';
import { poison } from './poison.ts';

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

/** A provider's API on a socket of this machine. */
export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

export interface Api {
  /** Errors as this provider writes them. */
  error(status: number, message: string): unknown;
  /** By paths, what responds to the body of a request. */
  // biome-ignore lint/suspicious/noExplicitAny: each route has a body of its own
  routes: Record<string, (body: any, distortion: Distortion, scriptedOutput: string | undefined) => object>;
  environment(url: string, key: string): Record<string, string>;
}

class Rejected extends Error {
  status = 0;
}

/** Rejects a request, as the provider does, unless this holds. */
export function requireThat(holds: unknown, status: number, message: string): asserts holds {
  if (!holds) throw Object.assign(new Rejected(message), { status });
}

/** Rejects texts of which the provider does not take one. */
export function requireTexts(texts: readonly unknown[]): void {
  for (const text of texts) {
    requireThat(typeof text === 'string' && text.trim() !== '', 400, 'texts must not be empty');
    requireThat(text.isWellFormed() && !text.includes('\0'), 400, 'texts must be valid UTF-8');
    requireThat(!text.includes(poison), 400, 'this text is not taken');
  }
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
export async function startStandIn(api: Api) {
  const requests: ReceivedRequest[] = [];
  /** The next outputs of the language model, one text each, instead of those it would make. */
  const scriptedOutputs: string[] = [];
  /** How long a response takes, in milliseconds: for the request, and for each text in it. */
  const latency = { perRequest: 1, perText: 0.3 };
  const key = ['stand', 'in', 'key', Math.random().toString(36).slice(2)].join('-');
  let failed = 0;
  let failing: { failure: Failure | Rejection; left: number; retryAfterSeconds: number } | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readJson(request)) as ReceivedRequest['body'];
    const { url: path = '', headers } = request;
    requests.push({ path, headers, body, at: performance.now() });
    const failure = failing && failing.left > 0 ? failing.failure : undefined;
    if (failing && failure) {
      failing.left--;
      failed++;
    }
    const send = (status: number, text: string, more: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...more });
      response.end(text);
    };
    const sendError = (status: number, message: string, more?: Record<string, string>) =>
      send(status, JSON.stringify(api.error(status, message)), more);
    const problem = failure && problems[failure];
    if (problem) {
      const wait = failure === 'rate-limited' ? { 'retry-after': String(failing?.retryAfterSeconds) } : {};
      return sendError(problem.status, problem.message, wait);
    }
    if (failure === 'hang') return;
    if (failure === 'reset') return void request.socket.destroy();
    if (failure === 'hang-in-body') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"');
      return;
    }
    if (failure === 'bad-gateway') {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
      return;
    }
    try {
      requireThat(headers.authorization === `Bearer ${key}`, 401, 'invalid api token');
      const texts = body.texts ?? body.documents ?? body.input;
      await new Promise((resolve) => setTimeout(resolve, latency.perRequest + latency.perText * (texts?.length ?? 1)));
      const route = api.routes[path];
      requireThat(route, 404, `no route ${path}`);
      const distortion =
        failure === 'wrong-dimension' ? { dimensions: 7 } : { missing: Number(failure === 'wrong-count') };
      const reply = route(body, distortion, path.includes('/chat') ? scriptedOutputs.shift() : undefined);
      const text = JSON.stringify(reply);
      send(200, failure === 'truncated' ? text.slice(0, text.length / 2) : text);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      sendError(error.status, error.message);
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  const { url, close } = await openServer(server);
  return {
    ...{ url, key, requests, scriptedOutputs, latency, close },
    /** The settings of a server that uses it. */
    environment: api.environment(url, key),
    /** What goes wrong from now on, for so many requests; null: all is well. */
    fail(failure: Failure | Rejection | null, { times = Number.POSITIVE_INFINITY, retryAfterSeconds = 1 } = {}): void {
      failing = failure === null ? undefined : { failure, left: times, retryAfterSeconds };
    },
    /** How many requests have failed so. */
    failed: () => failed,
  };
}

import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import { parseJson } from '../../api/parse-json.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { unsupportedMediaType } from '../../api/to-problem.ts';
import { DomainError } from '../../ports/errors.ts';
import { clientAddress } from '../server/client-address.ts';
import type { ContextResponse, Middleware } from '../server/request-context.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Reads the bytes of a JSON body into `request.body`. While they arrive the request has no slot, so that slow bodies keep
 * nobody out: their bytes count instead, and they must keep coming. A body over the limit is rejected at once, whereas
 * `express.raw` would read it to its end.
 */
export function readBody({ openRequests }: Pick<HttpServices, 'openRequests'>, { path }: Operation): Middleware {
  const isBrief = path.startsWith('/auth/');
  return async (request, response, next) => {
    checkContentType(request);
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
    if (request.complete) request.body = await collect(request);
    else request.body = await readSlowly(request, response, { openRequests, isBrief });
    next();
  };
}

/** Reads a body of which some is still to come. */
async function readSlowly(
  request: Request,
  response: ContextResponse,
  { openRequests, isBrief }: Pick<HttpServices, 'openRequests'> & { isBrief: boolean },
): Promise<Buffer> {
  const { context } = response.locals;
  const startedAt = performance.now();
  const caller = context.principal?.account.id ?? clientAddress(request.ip);
  const { arriving, bodyWindowMs, minBodyBytes } = openRequests;
  const stop = new AbortController();
  let received = 0;
  let expected = isBrief ? Number.POSITIVE_INFINITY : 0;
  const hold = (chunk: Buffer) => {
    if (!arriving.admits(caller, chunk.length)) stop.abort(tooMuchArriving());
    arriving.hold(caller, chunk.length);
    received += chunk.length;
  };
  const check = () => {
    if (received < expected) stop.abort(tooSlow());
    expected = received + minBodyBytes;
  };
  context.slot?.free();
  request.on('data', hold);
  const timer = setInterval(check, bodyWindowMs);
  try {
    const body = await collect(request, stop.signal);
    context.bodyMs = performance.now() - startedAt;
    if (response.closed) throw new ClientGone();
    context.slot?.take();
    return body;
  } finally {
    clearInterval(timer);
    request.off('data', hold);
    arriving.release(caller, received);
  }
}

/** Collects the bytes of a body. @throws {HttpProblem | ClientGone} and the reason of the signal */
async function collect(request: IncomingMessage, signal?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const listeners = {
    data(chunk: Buffer) {
      received += chunk.length;
      if (received > maxBodyBytes) reject(tooLarge());
      else chunks.push(chunk);
    },
    end: () => resolve(Buffer.concat(chunks)),
    error: () => reject(new ClientGone()),
    close: () => reject(new ClientGone()),
  };
  if (request.destroyed) throw new ClientGone();
  signal?.addEventListener('abort', () => reject(signal.reason));
  for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  try {
    return await promise;
  } finally {
    for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
  }
}

/** Turns the bytes of the body into the value that the contract describes. */
export const parseBody: Middleware = (request, _response, next) => {
  request.body = parseJson(request.body);
  next();
};

/** An error of a client that left in the middle of its request, so that no response can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Checks the type of the body.
 * @throws {HttpProblem} 400 without a body, 415 for a body that is not plain JSON in UTF-8
 */
function checkContentType({ headers }: IncomingMessage): void {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
  if (isEmpty && headers['content-type'] === undefined) {
    throw new HttpProblem(
      'invalid_request',
      'The request has no body; send a JSON object with Content-Type: application/json.',
      { errors: [{ path: '/body', message: 'is missing: send a JSON object' }] },
    );
  }
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters
    .find((parameter) => parameter.trim().startsWith('charset='))
    ?.split('=')[1]
    ?.trim()
    .replaceAll('"', '');
  const encoding = headers['content-encoding'];
  const isReadable =
    type?.trim() === 'application/json' &&
    (charset === undefined || charset === 'utf-8' || charset === 'utf8') &&
    (encoding === undefined || encoding === 'identity');
  if (!isReadable) throw unsupportedMediaType();
}

function tooLarge(): HttpProblem {
  const detail = `The body is larger than ${maxBodyBytes} bytes. Split it into several requests.`;
  return new HttpProblem('payload_too_large', detail);
}

function tooSlow(): HttpProblem {
  return new HttpProblem('request_timeout', 'The body arrives too slowly: send it again, faster.', {
    headers: { Connection: 'close' },
  });
}

function tooMuchArriving(): DomainError {
  return new DomainError('unavailable', 'Too many bytes of unfinished bodies are held. Try again in 1 s.', {
    retryAfterSeconds: 1,
  });
}

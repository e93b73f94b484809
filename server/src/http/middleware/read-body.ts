import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { jsonType, type Operation } from '../../api/contract.ts';
import type { OpenRequests } from '../../api/open-requests.ts';
import { parseJson } from '../../api/parse-json.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { unavailable } from '../../ports/errors.ts';
import { clientAddress } from '../server/client-address.ts';
import type { ContextResponse, Middleware } from '../server/request-context.ts';

const linesType = 'application/x-ndjson';
const maxBodyBytes = 1024 * 1024;
/** Strangers may send bodies of `/auth/*`. The longest fields fit with every character escaped. */
const maxBriefBytes = 16 * 1024;
/** Bodies grow from this size, so that many small parts need no memory of their own. */
const firstCapacity = 4 * 1024;
const maxDrainedBytes = 8 * 1024 * 1024;
const maxDrainMs = 2_000;

/** Each part of a body takes time. After this many parts, a body must have this many bytes in a part on average. */
const freeParts = 1_000;
const minMeanPartBytes = 64;

/** Slow bodies hold no slot while they arrive. `express.raw` would read one that is over the limit to its end. */
export function readBody({ openRequests }: Pick<HttpServices, 'openRequests'>, operation: Operation): Middleware {
  const isBrief = operation.path.startsWith('/auth/');
  const maxBytes = isBrief ? maxBriefBytes : (operation.maxBodyBytes ?? maxBodyBytes);
  const checksValues = !operation.checksItems;
  return async (request, response, next) => {
    const mayBeEmpty = operation.hasOptionalBody && isEmpty(request);
    if (!mayBeEmpty) checkContentType(request, operation);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    if (request.destroyed) throw new ClientGone();
    const { complete, readableLength, headers } = request;
    // Node runs this code before it detects the end of a body with a known length.
    const hasArrived = complete || readableLength === Number(headers['content-length']);
    // Nearly all bodies arrive with their headers, and are already in the buffer of the request.
    const isBuffered = hasArrived && readableLength <= maxBytes;
    const bytes: Buffer = isBuffered ? (request.read() ?? Buffer.alloc(0)) : await readArriving(request, response);
    // JSON-RPC has its own errors for invalid JSON, and an import is a list of lines.
    if (mayBeEmpty) request.body = {};
    else request.body = operation.parsesBody ? bytes : parseJson(bytes, { checksValues });
    next();
  };

  async function readArriving(request: Request, response: ContextResponse): Promise<Buffer> {
    const { context } = response.locals;
    const startedAt = performance.now();
    const caller = context.principal?.account.id ?? clientAddress(request.ip);
    context.slot?.free();
    const bytes = await receiveBody(request, openRequests, { caller, isBrief, maxBytes });
    context.bodyMs = performance.now() - startedAt;
    if (response.closed) throw new ClientGone();
    context.slot?.take();
    return bytes;
  }
}

/** Rejects a body that the operation does not take. A scope in it would be ignored, and more memories be concerned. */
export const rejectBody: Middleware = ({ headers }, _response, next) => {
  // Many clients send an empty object with each request.
  if (Number(headers['content-length'] ?? 0) <= '{}'.length) return next();
  const message = 'is not taken by this operation: send its fields as parameters of the query';
  const detail = `The request is not valid: /body ${message}.`;
  throw new HttpProblem('invalid_request', detail, { errors: [{ path: '/body', message }] });
};

function isEmpty({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
}

/** @throws {HttpProblem} 400 without a body, 415 for a body that is not plain, in UTF-8 and of a known type */
function checkContentType(request: IncomingMessage, { bodyTypes }: Operation): void {
  const { headers } = request;
  if (isEmpty(request) && headers['content-type'] === undefined) {
    const detail = 'The request has no body; send a JSON object with Content-Type: application/json.';
    const errors = [{ path: '/body', message: 'is missing: send a JSON object' }];
    throw new HttpProblem('invalid_request', detail, { errors });
  }
  const parts = (headers['content-type'] ?? '').toLowerCase().split(';');
  const [type = '', ...parameters] = parts.map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset=')) ?? 'charset=utf-8';
  const isUtf8 = /^charset=\s*"?utf-?8"?$/.test(charset);
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (bodyTypes.includes(type) && isUtf8 && encoding === 'identity') return;
  const detail = bodyTypes.includes(linesType)
    ? `Send lines of JSON in UTF-8 with the header Content-Type: ${linesType}, or one JSON array with ${jsonType}.`
    : `Send JSON in UTF-8, with the header Content-Type: ${jsonType}.`;
  throw new HttpProblem('unsupported_media_type', detail);
}

/** An error of a client that disconnected during its request, so that no response can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** @param isBrief whether the body must be complete after the first window @throws {HttpProblem | ClientGone} */
async function receiveBody(
  request: IncomingMessage,
  { arriving, bodyWindowMs, minBodyBytes }: OpenRequests,
  { caller, isBrief, maxBytes }: { caller: string; isBrief: boolean; maxBytes: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const hasTinyParts = createPartCheck();
  let body = Buffer.allocUnsafe(firstCapacity);
  let received = 0;
  let expected = isBrief ? Number.POSITIVE_INFINITY : 0;
  const checkPace = () => {
    if (received < expected) {
      reject(cutOff('request_timeout', 'The body arrived too slowly. Send it again over a faster connection.'));
    }
    expected = received + minBodyBytes;
  };
  const keep = (part: Buffer) => {
    const length = received + part.length;
    if (length > maxBytes) return reject(tooLarge(maxBytes));
    if (hasTinyParts(part)) {
      return reject(cutOff('payload_too_large', 'The body arrived in too many small chunks. Send larger ones.'));
    }
    if (!arriving.admits(caller, part.length)) {
      return reject(unavailable('Too many request bodies are still arriving. Try again in 1 s.'));
    }
    arriving.hold(caller, part.length);
    if (length > body.length) body = Buffer.concat([body], Math.min(maxBytes, Math.max(length, 2 * body.length)));
    part.copy(body, received);
    received = length;
  };
  const giveUp = () => reject(new ClientGone());
  const finish = () => resolve(body.subarray(0, received));
  const timer = setInterval(checkPace, bodyWindowMs);
  request.on('data', keep).on('end', finish).on('error', giveUp).on('close', giveUp);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    request.off('data', keep).off('end', finish).off('error', giveUp).off('close', giveUp);
    arriving.release(caller, received);
  }
}

function tooLarge(maxBytes: number): HttpProblem {
  const detail = `The body is larger than ${maxBytes} bytes. Split it into several requests.`;
  return new HttpProblem('payload_too_large', detail);
}

function cutOff(code: 'payload_too_large' | 'request_timeout', detail: string): HttpProblem {
  return new HttpProblem(code, detail, { headers: { Connection: 'close' } });
}

/** @returns whether a body has too many parts or bytes, with the next part */
function createPartCheck(maxBytes = Number.POSITIVE_INFINITY): (part: Buffer) => boolean {
  let parts = 0;
  let bytes = 0;
  return ({ length }) => {
    parts += 1;
    bytes += length;
    return bytes > maxBytes || parts > freeParts + bytes / minMeanPartBytes;
  };
}

/** Discards an unread body within limits, because many clients lose the response if the connection closes at once. */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.readableEnded || request.destroyed) return;
  const isTooMuch = createPartCheck(maxDrainedBytes);
  const cut = () => request.destroy();
  const timer = setTimeout(cut, maxDrainMs);
  timer.unref();
  request.on('data', (part: Buffer) => {
    if (isTooMuch(part)) cut();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

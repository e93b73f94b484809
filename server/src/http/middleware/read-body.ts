import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import { parseJson } from '../../api/parse-json.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { unsupportedMediaType } from '../../api/to-problem.ts';
import { clientAddress } from '../server/client-address.ts';
import type { ContextResponse, Middleware } from '../server/request-context.ts';
import { ClientGone, checkLength, receiveBody } from './receive-body.ts';

const maxBodyBytes = 1024 * 1024;
/**
 * The maximum of a body of `/auth/*`, which strangers may send. The longest fields fit with every character escaped.
 */
const maxBriefBytes = 16 * 1024;

/**
 * Reads the bytes of a JSON body into `request.body`. While they arrive, the request has no slot, so that slow bodies
 * do not block others. A body over the limit is rejected immediately, whereas `express.raw` would read it to its end.
 */
export function readBody({ openRequests }: Pick<HttpServices, 'openRequests'>, operation: Operation): Middleware {
  const isBrief = operation.path.startsWith('/auth/');
  const maxBytes = isBrief ? maxBriefBytes : (operation.maxBodyBytes ?? maxBodyBytes);
  return (request, response, next) => {
    checkContentType(request, operation);
    checkLength(request, maxBytes);
    if (request.destroyed) throw new ClientGone();
    if (!hasArrived(request) || request.readableLength > maxBytes) {
      return readArriving(request, response, next);
    }
    // Nearly all bodies arrive with their headers, and are already in the buffer of the request.
    request.body = request.read() ?? Buffer.alloc(0);
    next();
  };

  async function readArriving(request: Request, response: ContextResponse, next: NextFunction): Promise<void> {
    const { context } = response.locals;
    const startedAt = performance.now();
    const caller = context.principal?.account.id ?? clientAddress(request.ip);
    context.slot?.free();
    request.body = await receiveBody(request, openRequests, { caller, isBrief, maxBytes });
    context.bodyMs = performance.now() - startedAt;
    if (response.closed) throw new ClientGone();
    context.slot?.take();
    next();
  }
}

/**
 * Whether the whole body is in the buffer. Node runs this code before it detects the end of a body with a known length.
 */
function hasArrived({ complete, readableLength, headers }: IncomingMessage): boolean {
  return complete || readableLength === Number(headers['content-length']);
}

/** Converts the bytes of the body into the value that the contract describes. */
export function parseBody({ checksItems }: Operation): Middleware {
  return (request, _response, next) => {
    request.body = parseJson(request.body, { checksValues: !checksItems });
    next();
  };
}

/**
 * Checks the type of the body.
 * @throws {HttpProblem} 400 without a body, 415 for a body whose type is not in the contract, plain and in UTF-8
 */
function checkContentType({ headers }: IncomingMessage, { bodyTypes }: Operation): void {
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
    bodyTypes.includes(type?.trim() ?? '') &&
    (charset === undefined || charset === 'utf-8' || charset === 'utf8') &&
    (encoding === undefined || encoding === 'identity');
  if (!isReadable) throw unsupportedMediaType(bodyTypes);
}

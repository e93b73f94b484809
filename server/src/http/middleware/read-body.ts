import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { parseJson } from '../../api/parse-json.ts';
import { HttpProblem } from '../../api/problem.ts';
import { unsupportedMediaType } from '../../api/to-problem.ts';
import type { Middleware } from '../server/request-context.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Reads the bytes of a JSON body into `request.body`. `express.raw` would read a body over the limit to its end before
 * it rejects it, whereas its reader rejects it at once.
 */
export const readBody: Middleware = async (request, response, next) => {
  checkContentType(request);
  const startedAt = performance.now();
  request.body = await getRawBody(request, {
    length: request.headers['content-length'] ?? null,
    limit: maxBodyBytes,
  }).catch((error: Error & { type?: string }) => {
    if (error.type === 'entity.too.large') throw tooLarge();
    if (error.type === 'request.aborted') throw new ClientGone();
    throw error;
  });
  response.locals.context.bodyMs = performance.now() - startedAt;
  next();
};

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

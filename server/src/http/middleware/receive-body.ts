import type { IncomingMessage } from 'node:http';
import type { OpenRequests } from '../../api/open-requests.ts';
import { HttpProblem } from '../../api/problem.ts';
import { DomainError } from '../../ports/errors.ts';
import { createPartCheck } from '../server/drain-body.ts';

/** Bodies grow from this size, so that many small parts need no memory of their own. */
const firstCapacity = 4 * 1024;

interface Arrival {
  /** The account, or the address of a caller without one, that the bytes count for. */
  caller: string;
  /** Whether the body is that of `/auth/*`: short, and complete after the first window. */
  isBrief: boolean;
  maxBytes: number;
}

/** An error of a client that disconnected during its request, so that no response can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Receives the rest of a body, as long as more of it arrives. @throws {HttpProblem | ClientGone} */
export async function receiveBody(
  request: IncomingMessage,
  { arriving, bodyWindowMs, minBodyBytes }: Pick<OpenRequests, 'arriving' | 'bodyWindowMs' | 'minBodyBytes'>,
  { caller, isBrief, maxBytes }: Arrival,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const hasTinyParts = createPartCheck();
  let body = Buffer.allocUnsafe(firstCapacity);
  let received = 0;
  let expected = isBrief ? Number.POSITIVE_INFINITY : 0;
  const checkPace = () => {
    if (received < expected) reject(tooSlow());
    expected = received + minBodyBytes;
  };
  const keep = (part: Buffer) => {
    const length = received + part.length;
    if (length > maxBytes) return reject(tooLarge(maxBytes));
    if (hasTinyParts(part)) return reject(tooManyParts());
    if (!arriving.admits(caller, part.length)) return reject(tooMuchArriving());
    arriving.hold(caller, part.length);
    if (length > body.length) body = Buffer.concat([body], Math.min(maxBytes, Math.max(length, 2 * body.length)));
    part.copy(body, received);
    received = length;
  };
  const giveUp = () => reject(new ClientGone());
  /** The request closes after its end, before this function continues. */
  const finish = () => {
    request.off('close', giveUp);
    resolve(body.subarray(0, received));
  };
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

/** Rejects a body by its declared length, before any of it has arrived. @throws {HttpProblem} 413 */
export function checkLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): HttpProblem {
  const detail = `The body is larger than ${maxBytes} bytes. Split it into several requests.`;
  return new HttpProblem('payload_too_large', detail);
}

function tooManyParts(): HttpProblem {
  return new HttpProblem('payload_too_large', 'The body arrived in too many small chunks. Send larger ones.', {
    headers: { Connection: 'close' },
  });
}

function tooSlow(): HttpProblem {
  return new HttpProblem('request_timeout', 'The body arrived too slowly. Send it again over a faster connection.', {
    headers: { Connection: 'close' },
  });
}

function tooMuchArriving(): DomainError {
  return new DomainError('unavailable', 'Too many request bodies are still arriving. Try again in 1 s.', {
    retryAfterSeconds: 1,
  });
}

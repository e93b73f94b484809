import type { IncomingMessage } from 'node:http';
import type { OpenRequests } from '../../api/open-requests.ts';
import { HttpProblem } from '../../api/problem.ts';
import { DomainError } from '../../ports/errors.ts';

const maxBodyBytes = 1024 * 1024;

interface Arrival {
  /** The account, or the address of a caller without one, whose bytes these are. */
  caller: string;
  /** Whether the body must be there after the first window. */
  isBrief: boolean;
}

/** An error of a client that left in the middle of its request, so that no response can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Receives a body of which some is still to come, as long as it keeps coming. @throws {HttpProblem | ClientGone} */
export async function receiveBody(
  request: IncomingMessage,
  { arriving, bodyWindowMs, minBodyBytes }: Pick<OpenRequests, 'arriving' | 'bodyWindowMs' | 'minBodyBytes'>,
  { caller, isBrief }: Arrival,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;
  let expected = isBrief ? Number.POSITIVE_INFINITY : 0;
  const checkPace = () => {
    if (received < expected) reject(tooSlow());
    expected = received + minBodyBytes;
  };
  const keep = (chunk: Buffer) => {
    if (received + chunk.length > maxBodyBytes) return reject(tooLarge());
    if (!arriving.admits(caller, chunk.length)) return reject(tooMuchArriving());
    arriving.hold(caller, chunk.length);
    received += chunk.length;
    chunks.push(chunk);
  };
  const finish = () => resolve(Buffer.concat(chunks));
  const giveUp = () => reject(new ClientGone());
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

/** Rejects a body by its declared length, before any of it has come. @throws {HttpProblem} 413 */
export function checkLength({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
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

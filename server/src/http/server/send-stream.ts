import { once } from 'node:events';
import type { Request } from 'express';
import type { Reply } from '../../api/operation-types.ts';
import { DomainError } from '../../ports/errors.ts';
import { drainBody } from './drain-body.ts';
import type { ContextResponse } from './request-context.ts';

/** A stream has a snapshot of the store, or a file with the rest of one. */
const maxStreamMs = 10 * 60 * 1_000;

/**
 * Sends a body while its parts are rendered, at the speed of the client. If a part fails, the connection ends before
 * the end of the body, so that the client detects it. The slot is free in the meantime, because the client determines
 * the time.
 */
export async function sendStream(
  request: Request,
  response: ContextResponse,
  { status, headers }: Reply,
  { type, parts }: NonNullable<Reply['stream']>,
): Promise<void> {
  const { context } = response.locals;
  drainBody(request);
  context.slot?.free();
  response.writeHead(status, { ...headers, 'Content-Type': type });
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  const limit = setTimeout(() => response.destroy(), maxStreamMs);
  try {
    if (context.sendsBody === false) {
      // Only parts that have begun have something to close.
      await parts.next();
      await parts.return();
    }
    for await (const part of parts) {
      if (left.signal.aborted) return;
      if (!response.write(part)) await once(response, 'drain', { signal: left.signal });
    }
    response.end();
  } catch (error) {
    // A client that disconnected is not a failure.
    if (!left.signal.aborted) {
      if (error instanceof DomainError) context.rejected(error.code);
      else context.rejected('internal', error);
    }
    response.destroy();
  } finally {
    clearTimeout(limit);
    response.off('close', leave);
  }
}

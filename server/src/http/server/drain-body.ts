import type { IncomingMessage } from 'node:http';

/** Limits for reading the rest of an unused body. */
const maxDrainedBytes = 8 * 1024 * 1024;
const maxDrainMs = 2_000;

/** Each part of a body takes time. After this many parts, a body must have this many bytes in a part on average. */
const freeParts = 1_000;
const minMeanPartBytes = 64;

/** Returns a function for each part of a body. It returns true when there are too many parts. */
export function createPartCheck(): (part: Buffer) => boolean {
  let parts = 0;
  let bytes = 0;
  return ({ length }) => {
    parts += 1;
    bytes += length;
    return parts > freeParts + bytes / minMeanPartBytes;
  };
}

/**
 * Discards the rest of an unread body, within limits. Many clients would lose the response if the connection closed
 * immediately, and Node would discard without limits.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.readableEnded || request.destroyed) return;
  const hasTinyParts = createPartCheck();
  let bytes = 0;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, maxDrainMs);
  timer.unref();
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxDrainedBytes || hasTinyParts(part)) cut();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

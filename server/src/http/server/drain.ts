import type { IncomingMessage } from 'node:http';

const mostBytes = 8 * 1024 * 1024;
const mostMs = 2_000;

/**
 * Lets the rest of a refused body come in and go unread, within bounds: closing the connection at once would make
 * many clients lose the answer they were just given.
 */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, mostMs);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) cut();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

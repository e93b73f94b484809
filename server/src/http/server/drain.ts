import type { IncomingMessage } from 'node:http';

const maxBytes = 8 * 1024 * 1024;
const maxMs = 2_000;

/**
 * Discards the rest of a rejected body, within bounds: closing the connection at once would make many clients lose the
 * response.
 */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, maxMs);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) cut();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface SendLimits {
  minSentBytes: number;
  sendWindowMs: number;
  checkEveryMs: number;
}

/** A socket with the counters of its handle, by which Node itself recognises that a connection moves. */
type CountingSocket = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/** The checks that are left of a window, and the bytes that had been sent at its beginning. */
interface SendWindow {
  checksLeft: number;
  sentBefore: number;
}

/**
 * Closes connections whose client takes less than the minimum in a window while bytes wait for it. Windows are counted
 * in checks, so that a process that was suspended closes nobody.
 */
export function closeSlowReaders(server: Server, { minSentBytes, sendWindowMs, checkEveryMs }: SendLimits): void {
  const windows = new Map<CountingSocket, SendWindow | null>();
  const begin = (sentBefore: number): SendWindow => ({
    checksLeft: Math.ceil(sendWindowMs / checkEveryMs),
    sentBefore,
  });

  /** Returns the window that goes on, or null when nothing waits. */
  function check(socket: CountingSocket, window: SendWindow | null): SendWindow | null {
    const { bytesWritten = 0, writeQueueSize = 0 } = socket._handle ?? {};
    if (writeQueueSize === 0) return null;
    const sent = bytesWritten - writeQueueSize;
    if (!window) return begin(sent);
    window.checksLeft -= 1;
    if (window.checksLeft > 0) return window;
    if (sent - window.sentBefore < minSentBytes) socket.destroy();
    return begin(sent);
  }

  server.on('connection', (socket) => {
    windows.set(socket, null);
    socket.once('close', () => windows.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, window] of windows) windows.set(socket, check(socket, window));
  }, checkEveryMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

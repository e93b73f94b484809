import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface SendLimits {
  minSentBytes: number;
  sendWindowMs: number;
  checkEveryMs: number;
}

/** A socket with the counters of its handle, with which Node itself detects progress of a connection. */
type CountingSocket = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/** The remaining checks of a window, and the bytes sent at its beginning. */
interface SendWindow {
  checksLeft: number;
  sentBefore: number;
}

/**
 * Closes connections whose client reads less than the minimum in a window while bytes wait for it. Windows are counted
 * in checks, so that a process that was suspended closes no connections.
 */
export function closeSlowReaders(server: Server, { minSentBytes, sendWindowMs, checkEveryMs }: SendLimits): void {
  const windows = new Map<CountingSocket, SendWindow | null>();
  const begin = (sentBefore: number): SendWindow => ({
    checksLeft: Math.ceil(sendWindowMs / checkEveryMs),
    sentBefore,
  });

  /** Returns the next window, or null if nothing waits. */
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

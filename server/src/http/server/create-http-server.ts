import { createServer, type Server } from 'node:http';

export const serverLimits = {
  /** The headers must have arrived within this time, which is ample for 64 KB. */
  headersMs: 10_000,
  /** The whole request must have arrived within this time. A megabyte then needs no more than 17 KB/s. */
  requestMs: 60_000,
  /**
   * A connection on which no byte moves for this long is closed. No response takes that long (`Prefer: wait` ends after
   * ten seconds), and a slow download goes on as long as some of it arrives.
   */
  silenceMs: 60_000,
  /** An idle connection stays open longer than the minute for which load balancers usually keep theirs. */
  keepAliveMs: 65_000,
  /** Twice the requests that may be open, since other connections are idle. Further connections are closed at once. */
  connections: 4_000,
  /** The interval of the checks of the first two limits. */
  checkEveryMs: 2_000,
};

export type ServerLimits = typeof serverLimits;

/** All filters of a list fit at their maximum length with every character escaped. */
const maxHeaderBytes = 64 * 1024;

/**
 * Creates a server that slow clients can't occupy. A connection may carry any number of requests, since a limit would
 * only cut off clients that reuse connections.
 */
export function createHttpServer(limits = serverLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: maxHeaderBytes,
    // The app rejects a request without a Host header, with a problem document.
    requireHostHeader: false,
  });
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  return server;
}

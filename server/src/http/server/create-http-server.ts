import { createServer, type Server } from 'node:http';

export interface ServerLimits {
  /** The headers must have come in this long: nobody needs more for 64 KB. */
  headersMs: number;
  /** The whole request must have come in this long: a megabyte then takes no more than 17 KB/s. */
  requestMs: number;
  /**
   * A connection on which no byte moves for this long is closed. Longer than any response takes
   * (`Prefer: wait` ends after ten seconds); a slow download goes on as long as something of it arrives.
   */
  silenceMs: number;
  /** Kept open for the next request: longer than the minute that balancers usually keep theirs. */
  keepAliveMs: number;
  /** Open connections; further ones are closed at once. Twice the requests that may be open, the rest being idle. */
  connections: number;
  /** How often the first two are looked at. */
  checkEveryMs: number;
}

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  silenceMs: 60_000,
  keepAliveMs: 65_000,
  connections: 4_000,
  checkEveryMs: 2_000,
};

/** Every filter of a list fits, at its longest and escaped. */
const maxHeaderBytes = 64 * 1024;

/**
 * A server that slow clients can't occupy. A connection may carry any number of requests: counting them would only cut
 * off clients that do the right thing.
 */
export function createHttpServer(limits: ServerLimits = serverLimits): Server {
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

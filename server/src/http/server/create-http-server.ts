import { createServer, type Server } from 'node:http';
import { closeSlowReaders } from './close-slow-readers.ts';
import { limitConnections } from './limit-connections.ts';
import { limitPipelining } from './limit-pipelining.ts';

export const serverLimits = {
  /** The headers must have arrived within this time, which is ample for 64 KB. */
  headersMs: 10_000,
  /** The whole request must have arrived within this time. A megabyte then needs no more than 17 KB/s. */
  requestMs: 60_000,
  /** A connection on which no byte moves for this long is closed. `Prefer: wait` ends after ten seconds. */
  silenceMs: 60_000,
  /**
   * A client must take this much of what waits for it in each window: 1 KB a second. A response may take any time that
   * way. The system takes bytes in steps, of some ten KB for a slow client.
   */
  minSentBytes: 30 * 1024,
  sendWindowMs: 30_000,
  /** An idle connection stays open longer than the minute for which load balancers usually keep theirs. */
  keepAliveMs: 65_000,
  /** Twice the requests that may be open, since other connections are idle. Further connections are closed at once. */
  connections: 4_000,
  /** The maximum from one address. */
  connectionsPerAddress: 256,
  /** The interval of the checks of headers, requests and sending. */
  checkEveryMs: 2_000,
};

export type ServerLimits = typeof serverLimits;

/** All filters of a list fit at their maximum length with every character escaped. */
const maxHeaderBytes = 64 * 1024;

/**
 * Creates a server that slow clients can't occupy. A connection may carry any number of requests, since a limit would
 * only cut off clients that reuse connections.
 * @param trustedProxies addresses and networks that may have any number of connections
 */
export function createHttpServer(limits = serverLimits, trustedProxies: readonly string[] = []): Server {
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
  limitConnections(server, { perAddress: limits.connectionsPerAddress, trustedProxies });
  closeSlowReaders(server, limits);
  limitPipelining(server);
  // Node would reject unknown expectations with an empty response. Such a request is one like any other, and counts.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

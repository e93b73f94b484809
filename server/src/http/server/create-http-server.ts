import { createServer, type Server } from 'node:http';
import { closeSlowReaders } from './close-slow-readers.ts';
import { limitConnections } from './limit-connections.ts';
import { limitPipelining } from './limit-pipelining.ts';

export const serverLimits = {
  /** The headers must arrive within this time, which is enough for 64 KB. */
  headersMs: 10_000,
  /** The whole request must arrive within this time. A megabyte then needs at most 17 KB/s. */
  requestMs: 60_000,
  /** A connection without any transfer for this long is closed. `Prefer: wait` ends after ten seconds. */
  silenceMs: 60_000,
  /**
   * A client must read this much of its waiting response in each window: 1 KB a second. A response may take any time
   * this way. The system takes bytes in steps, of about ten KB for a slow client.
   */
  minSentBytes: 30 * 1024,
  sendWindowMs: 30_000,
  /** An idle connection stays open longer than the minute for which load balancers usually keep theirs open. */
  keepAliveMs: 65_000,
  /**
   * Twice the maximum of open requests, because other connections are idle. Further connections are closed immediately.
   */
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
 * Creates a server that slow clients cannot block. A connection may carry any number of requests, because a limit would
 * only disconnect clients that reuse connections.
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
  // Node would reject unknown expectations with an empty response. Such a request is treated and counted like any
  // other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { HttpProblem, type ProblemCode, problems, toProblemBody } from '../../api/problem.ts';
import { createCounts } from '../../lib/create-counts.ts';
import { clientAddress } from './client-address.ts';

export const serverLimits = {
  /** The headers must arrive within this time, which is enough for 64 KB. */
  headersMs: 10_000,
  /** The whole request must arrive within this time. A megabyte then needs at most 17 KB/s. */
  requestMs: 60_000,
  /** A connection without any transfer for this long is closed. `Prefer: wait` ends after ten seconds. */
  silenceMs: 60_000,
  /** A client must read this much of its waiting response in each window: 1 KB a second, in steps of about ten KB. */
  minSentBytes: 30 * 1024,
  sendWindowMs: 30_000,
  /** An idle connection stays open longer than the minute for which load balancers usually keep theirs open. */
  keepAliveMs: 65_000,
  /** Twice the maximum of open requests, because other connections are idle. Further ones are closed at once. */
  connections: 4_000,
  connectionsPerAddress: 256,
  checkEveryMs: 2_000,
};

export type ServerLimits = typeof serverLimits;

/** The maximum of requests on a connection without a complete response. Few clients have more than one. */
const maxPipelined = 64;

/** All filters of a list fit at their maximum length with every character escaped. */
const maxHeaderBytes = 64 * 1024;

/** Creates a server that slow clients cannot block. Connections that clients reuse may carry any number of requests. */
export function createHttpServer(limits = serverLimits, trustedProxies: readonly string[] = []): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: maxHeaderBytes,
    // The app rejects it with a problem document.
    requireHostHeader: false,
  });
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  limitConnections(server, limits.connectionsPerAddress, trustedProxies);
  closeSlowReaders(server, limits);
  limitPipelining(server);
  // Node would reject unknown expectations with an empty response.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

function limitConnections(server: Server, perAddress: number, trustedProxies: readonly string[]): void {
  // Express reads the names, addresses and networks in the same way for `X-Forwarded-For`.
  const isExempt = express()
    .set('trust proxy', ['loopback', ...trustedProxies])
    .get('trust proxy fn');
  const connections = createCounts();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // If a client resets the connection before it is accepted, there is no address to count or log.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isExempt(remoteAddress, 0)) return;
    const address = clientAddress(remoteAddress);
    if (connections.of(address) >= perAddress) return void socket.destroy();
    connections.add(address, 1);
    socket.once('close', () => connections.add(address, -1));
  });
}

/** A socket with the counters of its handle, with which Node itself detects progress of a connection. */
type CountingSocket = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/** Windows of slow readers are counted in checks, so that a process that was suspended closes no connections. */
function closeSlowReaders(server: Server, { minSentBytes, sendWindowMs, checkEveryMs }: ServerLimits): void {
  const checksInWindow = Math.ceil(sendWindowMs / checkEveryMs);
  /** The connections. One for which bytes wait has its remaining checks, and the bytes sent when its window began. */
  const windows = new Map<CountingSocket, { checksLeft: number; sentBefore: number } | null>();

  function check(window: { checksLeft: number; sentBefore: number } | null, socket: CountingSocket): void {
    const { bytesWritten = 0, writeQueueSize = 0 } = socket._handle ?? {};
    if (writeQueueSize === 0) return void windows.set(socket, null);
    if (window && --window.checksLeft > 0) return;
    const sent = bytesWritten - writeQueueSize;
    if (window && sent - window.sentBefore < minSentBytes) socket.destroy();
    windows.set(socket, { checksLeft: checksInWindow, sentBefore: sent });
  }

  server.on('connection', (socket) => {
    windows.set(socket, null);
    socket.once('close', () => windows.delete(socket));
  });
  const timer = setInterval(() => windows.forEach(check), checkEveryMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Node keeps unread responses in memory. It parses all requests that arrive together before the app gets any. */
function limitPipelining(server: Server): void {
  const openOn = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    const open = (openOn.get(socket) ?? 0) + 1;
    if (open > maxPipelined) return void socket.destroy();
    openOn.set(socket, open);
    response.once('close', () => openOn.set(socket, (openOn.get(socket) ?? 1) - 1));
  });
}

/** Node goes on to parse what arrived on a connection that was closed meanwhile. */
export function serveApp(server: Server, ready: Promise<RequestListener>): void {
  server.on('request', (request, response) => {
    if (!request.socket.destroyed) void ready.then((app) => app(request, response));
  });
}

/** A socket with the response of a busy connection, which Node itself checks before it rejects a request. */
type BusySocket = Socket & { _httpMessage?: ServerResponse | null };

/** Sends a problem document for input that Node rejects before it is a complete request, such as no HTTP at all. */
export function respondToClientErrors(server: Server, requestId: () => string): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: BusySocket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
      return void socket.destroy();
    }
    const [code, detail] = clientProblems[error.code ?? ''] ?? [
      'invalid_request',
      'The request is not valid HTTP. Check its first line and its headers.',
    ];
    const { status, title } = problems[code];
    const id = requestId();
    const content = JSON.stringify(toProblemBody(new HttpProblem(code, detail), id));
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      `X-Request-Id: ${id}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(content)}`,
      'Connection: close',
    ];
    socket.end([...head, '', content].join('\r\n'), () => socket.destroy());
  });
}

const tooSlow = 'The request took too long to arrive. Send it again over a faster connection.';
const tooManyExtensions = 'The chunk extensions of the body are too long. Leave them out.';

const clientProblems: Partial<Record<string, [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The URL and headers are too long. Shorten them.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', tooManyExtensions],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', tooSlow],
};

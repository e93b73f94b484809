import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
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
  /**
   * A client must read this much of its waiting response in each window: 1 KB a second. A response may take any time
   * this way. The system takes bytes in steps, of about ten KB for a slow client.
   */
  minSentBytes: 30 * 1024,
  sendWindowMs: 30_000,
  /** An idle connection stays open longer than the minute for which load balancers usually keep theirs open. */
  keepAliveMs: 65_000,
  /** Twice the maximum of open requests, because other connections are idle. Further ones are closed at once. */
  connections: 4_000,
  connectionsPerAddress: 256,
  /** The interval of the checks of headers, requests and sending. */
  checkEveryMs: 2_000,
};

export type ServerLimits = typeof serverLimits;

/** The maximum of requests on a connection without a complete response. Few clients have more than one. */
const maxPipelined = 64;

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
  limitConnections(server, limits.connectionsPerAddress, trustedProxies);
  closeSlowReaders(server, limits);
  limitPipelining(server);
  // Node would reject unknown expectations with an empty response. Such a request is treated and counted like any
  // other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** The names that `MNEMA_TRUSTED_PROXIES` accepts, as Express reads them. */
const namedNetworks: Partial<Record<string, string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Closes connections without an address, and those of an address that has too many. This machine and trusted proxies
 * are not limited, because they connect for others.
 */
function limitConnections(server: Server, perAddress: number, trustedProxies: readonly string[]): void {
  const isExempt = networkCheck(['loopback', ...trustedProxies]);
  const connections = createCounts();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // If a client resets the connection before it is accepted, there is no address to count or log.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isExempt(remoteAddress)) return;
    const address = clientAddress(remoteAddress);
    if (connections.of(address) >= perAddress) return void socket.destroy();
    connections.add(address, 1);
    socket.once('close', () => connections.add(address, -1));
  });
}

/** Returns whether an address is in one of the networks: names, addresses, and networks in CIDR form. */
function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** A socket with the counters of its handle, with which Node itself detects progress of a connection. */
type CountingSocket = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/**
 * Closes connections whose client reads less than the minimum in a window while bytes wait for it. Windows are counted
 * in checks, so that a process that was suspended closes no connections.
 */
function closeSlowReaders(server: Server, { minSentBytes, sendWindowMs, checkEveryMs }: ServerLimits): void {
  const checksInWindow = Math.ceil(sendWindowMs / checkEveryMs);
  /** The remaining checks of each connection for which bytes wait, and the bytes sent when its window began. */
  const windows = new WeakMap<Socket, { checksLeft: number; sentBefore: number }>();
  const sockets = new Set<CountingSocket>();

  function check(socket: CountingSocket): void {
    const { bytesWritten = 0, writeQueueSize = 0 } = socket._handle ?? {};
    const window = windows.get(socket);
    if (writeQueueSize === 0) return void windows.delete(socket);
    if (window && --window.checksLeft > 0) return;
    const sent = bytesWritten - writeQueueSize;
    if (window && sent - window.sentBefore < minSentBytes) socket.destroy();
    windows.set(socket, { checksLeft: checksInWindow, sentBefore: sent });
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const timer = setInterval(() => sockets.forEach(check), checkEveryMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * Closes a connection on which a client sends many requests and reads no responses. Node accepts all requests that
 * arrive together. It keeps them in memory until the previous responses have been read. They are counted while Node
 * parses them, because the app gets them only after the last one.
 */
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

const clientProblems: Partial<Record<string, [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The URL and headers are too long. Shorten them.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunk extensions of the body are too long. Leave them out.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    'The request took too long to arrive. Send it again over a faster connection.',
  ],
};

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type ReceivedSpan, readSpans } from './read-spans.ts';

export interface Collector {
  url: string;
  /** What has been sent so far. */
  spans: ReceivedSpan[];
  /** The headers of the requests that brought it. */
  headers: IncomingHttpHeaders[];
}

/** Takes spans as a collector of OpenTelemetry does, over HTTP in protobuf. With `hangs` it takes requests and never responds. */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    headers.push(request.headers);
    if (hangs) return;
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(400).end();
      return;
    }
    spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, headers };
}

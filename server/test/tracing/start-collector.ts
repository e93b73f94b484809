import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../listen.ts';
import { type ReceivedSpan, readSpans } from './read-spans.ts';

/** Takes spans as a collector of OpenTelemetry does, over HTTP in protobuf. With `hangs` it takes requests and never responds. */
export async function startCollector({ hangs = false } = {}) {
  /** What has been sent so far. */
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const { url } = await listen(async (request, response) => {
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
  return { url: url.slice(0, -1), spans, headers };
}

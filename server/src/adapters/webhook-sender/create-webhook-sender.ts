import { promises as dns, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../lib/public-host.ts';
import type { SendResult, WebhookSender } from '../../ports/webhook-sender.ts';

export interface SenderOptions {
  /** Whether receivers may have private addresses. */
  allowPrivate: boolean;
  /** @default 10,000 */
  limitMs?: number;
  /** Resolves a name to all of its addresses. @default the name servers of the machine, without its hosts file */
  resolve?: (name: string) => Promise<string[]>;
}

/** The maximum size of a response body after which the connection is used again. */
const maxReadBytes = 16_384;
const agentOptions = { keepAlive: true, timeout: 5_000 };

/** A name is resolved once, so that its address cannot change between the check and the connection. */
export function createWebhookSender({ allowPrivate, limitMs = 10_000, resolve }: SenderOptions): WebhookSender {
  // These lookups do not occupy the threads for the file system and password hashes, as `dns.lookup` would.
  const resolver = new dns.Resolver({ timeout: Math.ceil(limitMs / 4), tries: 2 });
  const resolveName = resolve ?? ((name: string) => resolveAll(resolver, name));
  const http = { request: requestHttp, agent: new HttpAgent(agentOptions) };
  const https = { request: requestHttps, agent: new HttpsAgent(agentOptions) };
  const closing = new AbortController();

  async function send(url: URL, given: Parameters<WebhookSender['post']>[1], signal: AbortSignal): Promise<SendResult> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const { request, agent } = url.protocol === 'https:' ? https : http;
    const headers = { ...given.headers, 'content-length': Buffer.byteLength(given.body) };
    const options: RequestOptions = { method: 'POST', headers, agent, signal };
    if (!allowPrivate) {
      const resolving = isIP(host) === 0 ? resolveName(host).catch(() => []) : Promise.resolve([host]);
      const addresses = await unlessAborted(resolving, signal);
      if (addresses.length === 0) return { error: 'name_not_resolved' };
      if (!addresses.every(isPublicAddress)) return { error: 'address_not_allowed' };
      options.lookup = lookupAmong(addresses.map((address) => ({ address, family: isIP(address) })));
    }
    const { promise, resolve: respond, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, options, respond).on('error', reject);
    // A receiver that switches the protocol causes neither a response nor an error.
    sent.on('close', () => reject(new Error('the connection closed without a response')));
    sent.end(given.body);
    const response = await promise;
    skipBody(response);
    return { status: response.statusCode as number };
  }

  return {
    async post(url, request) {
      const limit = AbortSignal.timeout(limitMs);
      try {
        return await send(new URL(url), request, AbortSignal.any([limit, closing.signal]));
      } catch {
        return { error: limit.aborted ? 'timeout' : 'connection_failed' };
      }
    },
    close() {
      closing.abort();
      for (const { agent } of [http, https]) agent.destroy();
    },
  };
}

async function resolveAll(resolver: dns.Resolver, name: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

function lookupAmong(addresses: LookupAddress[]): NonNullable<RequestOptions['lookup']> {
  const [{ address, family }] = addresses as [LookupAddress];
  return (_name, options, callback) => (options.all ? callback(null, addresses) : callback(null, address, family));
}

/** Discards a short body, so that the connection can be used again. A longer one is not read. */
function skipBody(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxReadBytes) response.destroy();
  });
}

import { promises as dns, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../lib/is-public-address.ts';
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
const idleMs = 5_000;

/**
 * Creates a sender that connects only to addresses that it has checked. A name is resolved once, so that its address
 * cannot change between the check and the connection.
 */
export function createWebhookSender({ allowPrivate, limitMs = 10_000, resolve }: SenderOptions): WebhookSender {
  // These lookups do not occupy the threads for the file system and password hashes, as `dns.lookup` would.
  const resolver = new dns.Resolver({ timeout: Math.ceil(limitMs / 4), tries: 2 });
  const resolveName = resolve ?? ((name: string) => resolveAll(resolver, name));
  const agents = {
    http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
    https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
  };
  const closing = new AbortController();

  /** Returns the addresses to connect to; undefined for any that the machine finds. */
  async function addressesOf(host: string): Promise<LookupAddress[] | undefined | 'none' | 'private'> {
    if (allowPrivate) return undefined;
    const addresses = isIP(host) === 0 ? await resolveName(host).catch(() => []) : [host];
    if (addresses.length === 0) return 'none';
    if (!addresses.every(isPublicAddress)) return 'private';
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  async function send(url: URL, given: Parameters<WebhookSender['post']>[1], signal: AbortSignal): Promise<SendResult> {
    const addresses = await withSignal(addressesOf(url.hostname.replace(/^\[|\]$/g, '')), signal);
    if (addresses === 'none') return { error: 'name_not_resolved' };
    if (addresses === 'private') return { error: 'address_not_allowed' };
    const isHttps = url.protocol === 'https:';
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...given.headers, 'content-length': Buffer.byteLength(given.body) },
      agent: isHttps ? agents.https : agents.http,
      signal,
      ...(addresses ? { lookup: lookupAmong(addresses) } : {}),
    };
    const { promise, resolve: respond, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = (isHttps ? requestHttps : requestHttp)(url, options, respond).on('error', reject);
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
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function resolveAll(resolver: dns.Resolver, name: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

function withSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** Returns a lookup that returns only these addresses. */
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

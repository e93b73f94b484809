import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { ProviderError } from './provider-error.ts';

export interface ProviderNames {
  /** The name in messages. */
  provider: string;
  /** The variables to check if the provider rejects a call. */
  keyVariable: string;
  urlVariable: string;
}

/** Posts a body as JSON, and resolves to the unchecked JSON of the response. */
export type JsonClient = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

const maxRetryAfterMs = 10 * 60_000;

/**
 * Creates the client of one provider. It uses the connections of `node:http`, because `fetch` takes twice the processor
 * time, and the official clients take 30 MB of memory. It follows no redirection.
 * @param access.apiKey undefined when the server requires none
 * @returns a client that throws a {@link ProviderError} for every failure of the service or the network
 */
export function createJsonClient(
  names: ProviderNames,
  { apiKey, baseUrl }: { apiKey: string | undefined; baseUrl: string },
): JsonClient {
  // Bounded input: a URL of the configuration.
  const base = baseUrl.replace(/\/+$/, '');
  const send = base.startsWith('https:') ? requestHttps : requestHttp;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'mnema',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (path, body, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    send(`${base}${path}`, { method: 'POST', headers, signal }, resolve).on('error', reject).end(JSON.stringify(body));
    const response = await promise.catch((error: unknown) => {
      throw unreachable(names, error);
    });
    const status = response.statusCode as number;
    if (status >= 200 && status < 300) return readJson(names, response);
    response.resume();
    throw classifyStatus(names, status, response.headers['retry-after']);
  };
}

/** @throws {ProviderError} when the body breaks off or is not JSON */
async function readJson(names: ProviderNames, response: IncomingMessage): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
  });
  response.on('end', () => resolve(text));
  response.on('error', reject);
  try {
    return JSON.parse(await promise);
  } catch {
    throw new ProviderError('outage', `${names.provider} returned a response that is not JSON`);
  }
}

function unreachable({ provider }: ProviderNames, cause: unknown): ProviderError {
  const code = networkCode(cause);
  const suffix = code === undefined ? '' : ` (${code})`;
  return new ProviderError('outage', `${provider} cannot be reached${suffix}`, {
    detail: networkDetail(cause) || undefined,
  });
}

/** Maps an HTTP status other than success to the fault behind it. */
function classifyStatus(names: ProviderNames, status: number, retryAfter: string | undefined): ProviderError {
  const { provider, keyVariable, urlVariable } = names;
  const retryAfterMs = toRetryAfterMs(retryAfter);
  if (status === 429) {
    return new ProviderError('outage', `${provider} limits the rate of requests (429)`, { retryAfterMs });
  }
  if ([408, 409, 425, 499].includes(status) || status >= 500) {
    return new ProviderError('outage', `${provider} responded with ${status}`, { retryAfterMs });
  }
  const wrong = (fault: 'setting' | 'text', rest: string) => {
    return new ProviderError(fault, `${provider} responded with ${status}${rest}`);
  };
  if ([401, 403, 498].includes(status)) return wrong('setting', `, it rejects the key: check ${keyVariable}`);
  if (status === 402) return wrong('setting', ': payment for the account is required');
  if (status === 404 || status === 405) {
    return wrong('setting', `: check the name of the model, and ${urlVariable} if it is set`);
  }
  if (status < 400) return wrong('setting', `, a redirection: check ${urlVariable}`);
  return wrong('text', ': it rejects this request');
}

function toRetryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1_000, 0), maxRetryAfterMs) : undefined;
}

import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { ProviderError } from './provider-dialect.ts';

export type ProviderNames = { provider: string; keyVariable: string; urlVariable: string };

type JsonResponse = { text: string; value: unknown };

const maxRetryAfterMs = 10 * 60_000;

/** `fetch` would take twice the processor time. No redirection is followed with the key. @throws {ProviderError} */
export async function postJson(
  names: ProviderNames,
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<JsonResponse> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  send(url, { method: 'POST', headers, signal }, resolve).on('error', reject).end(body);
  const response = await promise.catch((error: unknown) => {
    const code = networkCode(error);
    const message = `${names.provider} cannot be reached${code === undefined ? '' : ` (${code})`}`;
    throw new ProviderError('outage', message, { cause: networkDetail(error) || undefined });
  });
  const status = response.statusCode as number;
  if (status >= 200 && status < 300) return readJson(names, response);
  response.resume();
  throw classifyStatus(names, status, response.headers['retry-after']);
}

async function readJson(names: ProviderNames, response: IncomingMessage): Promise<JsonResponse> {
  try {
    const text = await readText(response);
    return { text, value: JSON.parse(text) };
  } catch {
    throw new ProviderError('outage', `${names.provider} returned a response that is not JSON`);
  }
}

function classifyStatus(names: ProviderNames, status: number, retryAfter: string | undefined): ProviderError {
  const { provider, keyVariable, urlVariable } = names;
  const retryAfterMs = toRetryAfterMs(retryAfter);
  if (status === 429) {
    return new ProviderError('outage', `${provider} limits the rate of requests (429)`, { retryAfterMs });
  }
  const wrong = (fault: ProviderError['fault'], rest: string) =>
    new ProviderError(fault, `${provider} responded with ${status}${rest}`, { retryAfterMs });
  if ([408, 409, 425, 499].includes(status) || status >= 500) return wrong('outage', '');
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

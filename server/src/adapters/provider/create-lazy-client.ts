import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { ProviderError } from './provider-error.ts';

export interface LoadedClient<Client> {
  client: Client;
  /** Maps an error of the service or the network; undefined: the error is a fault of this program. */
  toFailure(error: unknown): ClientFailure | undefined;
}

export type ClientFailure =
  | { kind: 'unreachable'; cause: unknown }
  | { kind: 'status'; status: number; retryAfter: string | null }
  | { kind: 'not-json' };

/** Makes one call of the official client. @throws {ProviderError} for every failure of the service */
export type CallClient<Client> = <Result>(call: (client: Client) => Promise<Result>) => Promise<Result>;

/** Loads a client with its first call, so that servers without this provider never load it. */
export function createLazyClient<Client>(
  names: ProviderNames,
  load: () => Promise<LoadedClient<Client>>,
): CallClient<Client> {
  let loading: Promise<LoadedClient<Client>> | undefined;
  return async (call) => {
    loading ??= load();
    const { client, toFailure } = await loading;
    try {
      return await call(client);
    } catch (error) {
      const failure = toFailure(error);
      throw failure ? toProviderError(names, failure) : error;
    }
  };
}

/** The client's own message is left out, because it repeats the response of the service. */
function toProviderError(names: ProviderNames, failure: ClientFailure): ProviderError {
  const { provider } = names;
  switch (failure.kind) {
    case 'status':
      return classifyStatus(names, failure.status, failure.retryAfter);
    case 'not-json':
      return new ProviderError(`${provider} answered with something that is not JSON`, { fault: 'outage' });
    case 'unreachable': {
      const code = networkCode(failure.cause);
      const suffix = code === undefined ? '' : ` (${code})`;
      const detail = networkDetail(failure.cause) || undefined;
      return new ProviderError(`${provider} can not be reached${suffix}`, { fault: 'outage', detail });
    }
  }
}

export interface ProviderNames {
  /** The name in messages. */
  provider: string;
  /** The variables to check when the provider rejects a call. */
  keyVariable: string;
  urlVariable: string;
}

const maxRetryAfterMs = 10 * 60_000;

/** Maps an HTTP status other than success to the fault behind it. */
function classifyStatus(names: ProviderNames, status: number, retryAfter: string | null): ProviderError {
  const { provider, keyVariable, urlVariable } = names;
  const summary = `${provider} answered ${status}`;
  if (status === 429) {
    const message = `${provider} limits how often it is asked (429)`;
    return new ProviderError(message, { fault: 'outage', retryAfterMs: toRetryAfterMs(retryAfter) });
  }
  if (status === 408 || status === 409 || status === 425 || status === 499 || status >= 500) {
    return new ProviderError(summary, { fault: 'outage', retryAfterMs: toRetryAfterMs(retryAfter) });
  }
  if (status === 401 || status === 403 || status === 498) {
    return new ProviderError(`${summary}, it refuses the key: check ${keyVariable}`, { fault: 'setting' });
  }
  if (status === 402) return new ProviderError(`${summary}: the account there is not paid for`, { fault: 'setting' });
  if (status === 404 || status === 405) {
    const message = `${summary}: check the name of the model, and ${urlVariable} if it is set`;
    return new ProviderError(message, { fault: 'setting' });
  }
  if (status < 400) {
    return new ProviderError(`${summary}, a redirection: check ${urlVariable}`, { fault: 'setting' });
  }
  return new ProviderError(`${summary}: it does not take this request`, { fault: 'text' });
}

function toRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1_000, 0), maxRetryAfterMs) : undefined;
}

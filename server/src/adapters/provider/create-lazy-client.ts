import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { ProviderError } from './provider-error.ts';

export interface LoadedClient<Client> {
  client: Client;
  /**
   * Maps an error of the service or the network; undefined: the error is a fault of this program. The client's own
   * message is left out, because it repeats the response of the service.
   */
  toProviderError(error: unknown): ProviderError | undefined;
}

/**
 * Loads a client with its first call, so that servers without this provider never load it.
 * @returns makes one call of the official client, and throws a {@link ProviderError} for every failure of the service
 */
export function createLazyClient<Client>(load: () => Promise<LoadedClient<Client>>) {
  let loading: Promise<LoadedClient<Client>> | undefined;
  return async <Result>(call: (client: Client) => Promise<Result>): Promise<Result> => {
    loading ??= load();
    const { client, toProviderError } = await loading;
    try {
      return await call(client);
    } catch (error) {
      throw toProviderError(error) ?? error;
    }
  };
}

export interface ProviderNames {
  /** The name in messages. */
  provider: string;
  /** The variables to check when the provider rejects a call. */
  keyVariable: string;
  urlVariable: string;
}

const maxRetryAfterMs = 10 * 60_000;

export function unreachable({ provider }: ProviderNames, cause: unknown): ProviderError {
  const code = networkCode(cause);
  const suffix = code === undefined ? '' : ` (${code})`;
  return new ProviderError('outage', `${provider} can not be reached${suffix}`, {
    detail: networkDetail(cause) || undefined,
  });
}

export function notJson({ provider }: ProviderNames): ProviderError {
  return new ProviderError('outage', `${provider} answered with something that is not JSON`);
}

/** Maps an HTTP status other than success to the fault behind it. */
export function classifyStatus(names: ProviderNames, status: number, retryAfter: string | null): ProviderError {
  const { provider, keyVariable, urlVariable } = names;
  const retryAfterMs = toRetryAfterMs(retryAfter);
  if (status === 429) {
    return new ProviderError('outage', `${provider} limits how often it is asked (429)`, { retryAfterMs });
  }
  if ([408, 409, 425, 499].includes(status) || status >= 500) {
    return new ProviderError('outage', `${provider} answered ${status}`, { retryAfterMs });
  }
  const wrong = (fault: 'setting' | 'text', rest: string) => {
    return new ProviderError(fault, `${provider} answered ${status}${rest}`);
  };
  if ([401, 403, 498].includes(status)) return wrong('setting', `, it refuses the key: check ${keyVariable}`);
  if (status === 402) return wrong('setting', ': the account there is not paid for');
  if (status === 404 || status === 405) {
    return wrong('setting', `: check the name of the model, and ${urlVariable} if it is set`);
  }
  if (status < 400) return wrong('setting', `, a redirection: check ${urlVariable}`);
  return wrong('text', ': it does not take this request');
}

function toRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1_000, 0), maxRetryAfterMs) : undefined;
}

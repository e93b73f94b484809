import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { classifyStatus, type ProviderNames } from './classify-status.ts';
import { ProviderError } from './provider-error.ts';

export interface LoadedClient<Client> {
  client: Client;
  /** Maps an error of the service or the network. Returns undefined for a fault of this program. */
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

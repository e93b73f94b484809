import { networkCode, networkDetail } from '../../lib/network-error.ts';
import { ProviderError } from './provider-error.ts';

/** @param cause - what the client met on the way to the provider */
export function unreachable(provider: string, cause: unknown): ProviderError {
  const code = networkCode(cause);
  const kind = code === undefined ? '' : ` (${code})`;
  return new ProviderError(`${provider} can not be reached${kind}`, {
    fault: 'outage',
    detail: networkDetail(cause) || undefined,
  });
}

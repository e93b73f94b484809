/**
 * `outage`: the provider is unavailable, slow or sent a Retry-After. `setting`: a key, model or address is wrong, for
 * every text. `text`: the provider rejects this text.
 */
export type ProviderFault = 'outage' | 'setting' | 'text';

/**
 * The reason why a provider gave no usable response. The message is not that of the provider, which may repeat a text
 * of the request. Customers see it, so addresses are only in `detail`, which is logged.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** The Retry-After of the provider. */
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  /** Whether the response was cut off at its maximum length. */
  readonly unfinished: boolean;

  constructor(
    fault: ProviderFault,
    message: string,
    options: Partial<Omit<ProviderError, keyof Error | 'fault'>> = {},
  ) {
    const { retryAfterMs, detail, unfinished = false } = options;
    super(message);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.detail = detail;
    this.unfinished = unfinished;
  }
}

/**
 * `outage`: the provider is down, slow or asks to be left alone. `setting`: a key, model or address is wrong, for every
 * text alike. `text`: it will not take this one.
 */
export type ProviderFault = 'outage' | 'setting' | 'text';

/**
 * Why a provider gave no usable answer. The message is ours: a provider's own may repeat the text it was sent. It is
 * shown to customers, so addresses stand in `detail`, which is logged.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  /** Whether it had begun to answer and was cut off, because the answer was as long as it may be. */
  readonly unfinished: boolean;

  constructor(
    message: string,
    {
      fault,
      retryAfterMs,
      detail,
      unfinished = false,
    }: {
      fault: ProviderFault;
      retryAfterMs?: number | undefined;
      detail?: string | undefined;
      unfinished?: boolean;
    },
  ) {
    super(message);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.detail = detail;
    this.unfinished = unfinished;
  }
}

import { type CosineBand, ModelError } from '../../ports/embedder.ts';
import type { ExtractionTask } from '../../ports/extractor.ts';

export type TextKind = 'document' | 'query';

/** Each call is one request. It resolves to unchecked fields of the response, and throws {@link ProviderError}. */
export interface ProviderDialect {
  /** The prefix of the ids of its models, which are stored with vectors. */
  prefix: string;
  /** The name in messages. Customers read them, so it contains no address. */
  provider: string;
  /** The maximum of UTF-16 units of all texts in a request together. */
  maxCharactersPerRequest: number;
  cosineBandOf(model: string): CosineBand;
  embed(
    request: { model: string; dimensions: number; texts: string[]; kind: TextKind },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** `isCut` means that the response ended at `maxTokens`, which does not count the reasoning of a model before it. */
  complete(
    request: { model: string; task: ExtractionTask; maxTokens: number },
    signal: AbortSignal,
  ): Promise<{ text: unknown; isCut: boolean }>;
}

export interface RerankingDialect extends ProviderDialect {
  /** The maximum of UTF-16 units of the query, and of each text, that are sent. The provider would cut off the rest. */
  maxQueryCharacters: number;
  maxTextCharacters: number;
  rerank(request: { model: string; query: string; texts: string[] }, signal: AbortSignal): Promise<unknown>;
}

export function toMessages({ instructions, material }: ExtractionTask) {
  return [{ role: 'system', content: instructions } as const, { role: 'user', content: material } as const];
}

/** Providers reject blank texts, and some reject text that is not valid UTF-8. */
export function toSendable(text: string): string {
  const sendable = text.toWellFormed().replaceAll('\0', ' ');
  return sendable.trim() === '' ? '.' : sendable;
}

/** `outage`: unavailable, slow or Retry-After. `setting`: a wrong key, model or address. `text`: a rejected text. */
type ProviderFault = 'outage' | 'setting' | 'text';

/** Customers see the message, which repeats nothing of the provider. Addresses are only in the cause, for the log. */
export class ProviderError extends ModelError {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  readonly retryAfterMs: number | undefined;

  constructor(
    fault: ProviderFault,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined; unfinished?: boolean } = {},
  ) {
    super(message, { ...options, retryable: fault !== 'text' });
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}

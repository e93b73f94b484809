import { type Extractor, ExtractorError } from '../../ports/extractor.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import type { ProviderDialect } from './provider-dialect.ts';
import { ProviderError } from './provider-error.ts';

export interface RemoteExtractorOptions {
  model: string;
  limits?: CallLimits;
}

/** The maximum of tokens in a response. A longer one is no list of facts, and without a limit a model may never end. */
const maxResponseTokens = 8_000;

/** The limits of a call. A language model takes long for a long text, and no request waits for it. */
const usualLimits: CallLimits = { maxAttempts: 2, attemptMs: 90_000, deadlineMs: 180_000, patienceMs: 15_000 };

/** A language model over HTTP that answers in JSON. */
export function createRemoteExtractor(
  dialect: ProviderDialect,
  { model, limits = usualLimits }: RemoteExtractorOptions,
): Extractor {
  const { provider } = dialect;
  const calls = createProviderCalls(provider);
  return {
    id: `${dialect.prefix}/${model}`,
    async generate(task) {
      try {
        return await calls.call(limits, async (signal) => {
          const { text, isCut } = await dialect.complete({ model, task, maxTokens: maxResponseTokens }, signal);
          if (isCut) throw unfinishedResponse(provider);
          return toJson(text, provider);
        });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const { message, fault, unfinished, detail } = error;
        throw new ExtractorError(message, { retryable: fault !== 'text', unfinished, cause: detail });
      }
    },
    async close() {
      calls.close();
    },
  };
}

/** Builds the error of a response that was cut off after {@link maxResponseTokens}. */
function unfinishedResponse(provider: string): ProviderError {
  return new ProviderError(`${provider} did not come to the end of its answer`, { fault: 'text', unfinished: true });
}

function toJson(text: unknown, provider: string): unknown {
  if (typeof text !== 'string') throw new ProviderError(`${provider} answered without a text`, { fault: 'outage' });
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError(`${provider} answered with a text that is not JSON`, { fault: 'text' });
  }
}

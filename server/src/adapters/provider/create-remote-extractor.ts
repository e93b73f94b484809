import { type Extractor, ExtractorError } from '../../ports/extractor.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import type { ProviderDialect } from './provider-dialect.ts';
import { ProviderError } from './provider-error.ts';

/** A longer response is not a list of facts. Without a limit, a model may never stop. */
const maxResponseTokens = 8_000;

/** The limits of a call. A language model takes long for a long text, and no request waits for it. */
const usualLimits: CallLimits = { maxAttempts: 2, attemptMs: 90_000, deadlineMs: 180_000, patienceMs: 15_000 };

/** A language model over HTTP that responds in JSON. */
export function createRemoteExtractor(
  dialect: ProviderDialect,
  { model, limits = usualLimits }: { model: string; limits?: CallLimits },
): Extractor {
  const { provider } = dialect;
  const calls = createProviderCalls(provider);
  return {
    id: `${dialect.prefix}/${model}`,
    async generate(task) {
      try {
        return await calls.call(limits, async (signal) => {
          const { text, isCut } = await dialect.complete({ model, task, maxTokens: maxResponseTokens }, signal);
          if (isCut) {
            throw new ProviderError('text', `${provider} did not complete its response`, { unfinished: true });
          }
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

function toJson(text: unknown, provider: string): unknown {
  if (typeof text !== 'string') throw new ProviderError('outage', `${provider} returned no text`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError('text', `${provider} returned a text that is not JSON`);
  }
}

import { type Extractor, ExtractorError } from '../../ports/extractor.ts';
import { type CallLimits, createProviderCalls, type RemoteModel } from './provider-calls.ts';
import { type ProviderDialect, ProviderError } from './provider-dialect.ts';

/** A longer response is not a list of facts. Without a limit, a model may never stop. */
const maxResponseTokens = 8_000;

/** A language model takes long for a long text, and no request waits for it. */
const usualLimits: CallLimits = { maxAttempts: 2, attemptMs: 90_000, deadlineMs: 180_000, patienceMs: 15_000 };

export function createRemoteExtractor(
  dialect: ProviderDialect,
  { model, limits = usualLimits }: RemoteModel,
): Extractor {
  const { provider } = dialect;
  const calls = createProviderCalls(provider, (error) => new ExtractorError(error.message, error));
  return {
    id: `${dialect.prefix}/${model}`,
    generate: (task) =>
      calls.call(limits, async (signal) => {
        const { text, isCut } = await dialect.complete({ model, task, maxTokens: maxResponseTokens }, signal);
        if (!isCut) return toJson(text, provider);
        throw new ProviderError('text', `${provider} did not complete its response`, { unfinished: true });
      }),
    close: async () => calls.close(),
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

import { type ExtractionTask, type Extractor, ExtractorError } from '../../ports/extractor.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import { ProviderError } from './provider-error.ts';

export interface RemoteLanguageModel {
  /** As messages call it. */
  provider: string;
  id: string;
  /** One question. Resolves to what stands in the place of the answer's text, unchecked. @throws {ProviderError} */
  request(task: ExtractionTask, signal: AbortSignal): Promise<unknown>;
}

/** Longer answers are no list of facts; without an end a model may go on for ever. */
export const answerTokensMost = 8_000;

/** A language model takes its time over a long text; nobody waits for it. */
const usualLimits: CallLimits = { attemptsMost: 2, attemptMs: 90_000, deadlineMs: 180_000, patienceMs: 15_000 };

/** A language model over HTTP that answers in JSON. */
export function createRemoteExtractor(model: RemoteLanguageModel, limits: CallLimits = usualLimits): Extractor {
  const { provider } = model;
  const calls = createProviderCalls({ provider });
  return {
    id: model.id,
    async answer(task) {
      try {
        return await calls.call(limits, async (signal) => toJson(await model.request(task, signal), provider));
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

/** The answer was cut off after {@link answerTokensMost}. */
export function unfinishedAnswer(provider: string): ProviderError {
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

import type { Extractor } from '../../ports/extractor.ts';
import { answerTokensMost, createRemoteExtractor, unfinishedAnswer } from '../provider/create-remote-extractor.ts';
import type { CallLimits } from '../provider/provider-calls.ts';
import { type CohereAccess, createAskCohere } from './cohere-client.ts';

export interface CohereExtractorOptions extends CohereAccess {
  model: string;
  limits?: CallLimits;
}

export function createCohereExtractor(options: CohereExtractorOptions): Extractor {
  const { model } = options;
  const ask = createAskCohere(options);
  return createRemoteExtractor(
    {
      provider: 'Cohere',
      id: `cohere/${model}`,
      async request({ instructions, material, schema }, abortSignal) {
        const answer = await ask((client) =>
          client.chat(
            {
              model,
              messages: [
                { role: 'system', content: instructions },
                { role: 'user', content: material },
              ],
              responseFormat: { type: 'json_object', jsonSchema: schema },
              temperature: 0,
              maxTokens: answerTokensMost,
            },
            { abortSignal },
          ),
        );
        // The client checks nothing of what it is sent.
        const { message, finishReason } = (answer ?? {}) as Partial<typeof answer>;
        if (finishReason === 'MAX_TOKENS') throw unfinishedAnswer('Cohere');
        const content: unknown = message?.content;
        const parts: unknown[] = Array.isArray(content) ? content : [];
        return parts.map((part) => (part as { text?: unknown } | null)?.text).find((text) => typeof text === 'string');
      },
    },
    options.limits,
  );
}

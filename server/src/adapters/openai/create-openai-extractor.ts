import type { Extractor } from '../../ports/extractor.ts';
import { answerTokensMost, createRemoteExtractor, unfinishedAnswer } from '../provider/create-remote-extractor.ts';
import type { CallLimits } from '../provider/provider-calls.ts';
import { createAskOpenAi, type OpenAiAccess, toProviderName } from './openai-client.ts';
import { tokenLimit } from './token-limit.ts';

export interface OpenAiExtractorOptions extends OpenAiAccess {
  model: string;
  limits?: CallLimits;
}

/** For every server that speaks OpenAI's API. Settings that only some models take, like the temperature, are left out. */
export function createOpenAiExtractor(options: OpenAiExtractorOptions): Extractor {
  const { model } = options;
  const ask = createAskOpenAi(options);
  const provider = toProviderName(options.baseUrl);
  return createRemoteExtractor(
    {
      provider,
      id: `openai/${model}`,
      async request({ name, instructions, material, schema }, signal) {
        const answer = await ask((client) =>
          client.chat.completions.create(
            {
              model,
              messages: [
                { role: 'system', content: instructions },
                { role: 'user', content: material },
              ],
              response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
              ...tokenLimit(answerTokensMost, options.baseUrl),
            },
            { signal },
          ),
        );
        // The client checks nothing of what it is sent.
        const { choices } = (answer ?? {}) as { choices?: unknown };
        const [choice] = (Array.isArray(choices) ? choices : []) as {
          finish_reason?: unknown;
          message?: { content?: unknown };
        }[];
        if (choice?.finish_reason === 'length') throw unfinishedAnswer(provider);
        return choice?.message?.content;
      },
    },
    options.limits,
  );
}

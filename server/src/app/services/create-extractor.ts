import { createCohereExtractor } from '../../adapters/cohere/create-cohere-extractor.ts';
import { createOpenAiExtractor } from '../../adapters/openai/create-openai-extractor.ts';
import type { Config } from '../../config/config.ts';
import type { Extractor } from '../../ports/extractor.ts';

/** The configured one; null: facts are not extracted. */
export function createExtractor({ extractor }: Config): Extractor | null {
  switch (extractor.kind) {
    case 'cohere':
      return createCohereExtractor(extractor);
    case 'openai':
      return createOpenAiExtractor(extractor);
    case 'none':
      return null;
  }
}

import { startCohereStandIn } from './cohere-stand-in.ts';
import { startOpenAiStandIn } from './openai-stand-in.ts';

/** The providers with a stand-in. */
export const providers = [
  { name: 'cohere', start: startCohereStandIn },
  { name: 'openai', start: startOpenAiStandIn },
] as const;

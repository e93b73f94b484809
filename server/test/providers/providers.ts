import { startCohereStandIn } from './cohere-stand-in.ts';
import { startOpenAiStandIn } from './openai-stand-in.ts';
import type { StandIn } from './stand-in.ts';

/** The providers with a stand-in, and the settings of a server that uses it. */
export const providers = [
  {
    name: 'cohere',
    start: startCohereStandIn,
    settings: ({ url, key }: StandIn) => ({ MNEMA_COHERE_BASE_URL: url, COHERE_API_KEY: key }),
  },
  {
    name: 'openai',
    start: startOpenAiStandIn,
    settings: ({ url, key }: StandIn) => ({ MNEMA_OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key }),
  },
] as const;

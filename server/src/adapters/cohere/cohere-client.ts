import type { CohereClientV2, CohereError } from 'cohere-ai';
import { judgeStatus } from '../provider/judge-status.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { unreachable } from '../provider/unreachable.ts';

export interface CohereAccess {
  apiKey: string;
  /** undefined: Cohere's own. */
  baseUrl: string | undefined;
}

/** One call of the official client. @throws {ProviderError} for whatever the service does */
export type AskCohere = <Result>(call: (client: CohereClientV2) => Promise<Result>) => Promise<Result>;

const provider = 'Cohere';
const names = {
  provider,
  keyVariable: 'COHERE_API_KEY',
  modelVariable: 'the name of the model',
  urlVariable: 'MNEMA_COHERE_BASE_URL',
};

/** Loads the client when it is first needed: who does not use Cohere does not load it. */
export function createAskCohere({ apiKey, baseUrl }: CohereAccess): AskCohere {
  let loading: Promise<{ client: CohereClientV2; isTheirs(error: unknown): error is CohereError }> | undefined;
  const load = () => {
    loading ??= import('cohere-ai').then(({ CohereClientV2, CohereError }) => ({
      client: new CohereClientV2({
        token: apiKey,
        ...(baseUrl ? { baseUrl } : {}),
        maxRetries: 0,
        clientName: 'mnema',
      }),
      isTheirs: (error): error is CohereError => error instanceof CohereError,
    }));
    return loading;
  };
  return async (call) => {
    const { client, isTheirs } = await load();
    try {
      return await call(client);
    } catch (error) {
      throw isTheirs(error) ? judgeCohereError(error) : error;
    }
  };
}

/** The client's own message is left out: it repeats what the service sent. */
function judgeCohereError({ statusCode, rawResponse, cause }: CohereError): ProviderError {
  if (statusCode === undefined) return unreachable(provider, cause);
  // A body that breaks off, or that is no JSON, comes as an error with the status of success.
  if (statusCode >= 200 && statusCode < 300) {
    return new ProviderError(`${provider} answered with something that is not JSON`, { fault: 'outage' });
  }
  return judgeStatus(names, statusCode, rawResponse?.headers.get('retry-after') ?? null);
}

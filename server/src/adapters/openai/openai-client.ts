import type { APIError, OpenAI } from 'openai';
import { judgeStatus } from '../provider/judge-status.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { unreachable } from '../provider/unreachable.ts';

export interface OpenAiAccess {
  /** undefined: the server asks for none. */
  apiKey: string | undefined;
  /** undefined: OpenAI's own. */
  baseUrl: string | undefined;
}

/** One call of the official client. @throws {ProviderError} for whatever the service does */
export type AskOpenAi = <Result>(call: (client: OpenAI) => Promise<Result>) => Promise<Result>;

/** Loads the client when it is first needed: who does not use it does not load it. */
export function createAskOpenAi({ apiKey, baseUrl }: OpenAiAccess): AskOpenAi {
  const provider = toProviderName(baseUrl);
  let loading: Promise<{ client: OpenAI; isTheirs(error: unknown): error is APIError }> | undefined;
  const load = () => {
    loading ??= import('openai').then(({ default: Client, APIError }) => ({
      client: new Client({
        // The client insists on one; servers that ask for none ignore it.
        apiKey: apiKey ?? 'none',
        // Given, so that the client takes nothing from the environment: this server has variables of its own.
        baseURL: baseUrl ?? 'https://api.openai.com/v1',
        organization: null,
        project: null,
        maxRetries: 0,
        logLevel: 'off',
      }),
      isTheirs: (error): error is APIError => error instanceof APIError,
    }));
    return loading;
  };
  return async (call) => {
    const { client, isTheirs } = await load();
    try {
      return await call(client);
    } catch (error) {
      if (isTheirs(error)) throw judgeOpenAiError(provider, error);
      // What the client lets through unwrapped: a body that is no JSON, or that breaks off.
      if (error instanceof SyntaxError || error instanceof TypeError) {
        throw new ProviderError(`${provider} answered with something that is not JSON`, { fault: 'outage' });
      }
      throw error;
    }
  };
}

/** The client's own message is left out: it repeats what the service sent. */
function judgeOpenAiError(provider: string, { status, headers, cause }: APIError): ProviderError {
  if (status === undefined) return unreachable(provider, cause);
  const names = {
    provider,
    keyVariable: 'OPENAI_API_KEY',
    modelVariable: 'the name of the model',
    urlVariable: 'MNEMA_OPENAI_BASE_URL',
  };
  return judgeStatus(names, status, headers?.get('retry-after') ?? null);
}

/** Whom messages speak of. They are shown to customers, whom the address of a server is no concern of. */
export function toProviderName(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'OpenAI' : 'the server of MNEMA_OPENAI_BASE_URL';
}

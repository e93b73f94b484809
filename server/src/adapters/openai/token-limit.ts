/** Hosts where models that think first are asked; what they think counts, too. */
const ofOpenAi = /(^|\.)(openai\.com|openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/**
 * The end of an answer as the server at `baseUrl` understands it. OpenAI's newer models refuse `max_tokens`; Ollama, LM
 * Studio and others pass over `max_completion_tokens` without a word, and go on.
 *
 * @param tokensMost of the answer itself
 * @param baseUrl undefined: OpenAI's own
 */
export function tokenLimit(
  tokensMost: number,
  baseUrl: string | undefined,
): { max_tokens: number } | { max_completion_tokens: number } {
  const isOpenAi = baseUrl === undefined || ofOpenAi.test(new URL(baseUrl).hostname);
  return isOpenAi ? { max_completion_tokens: 2 * tokensMost } : { max_tokens: tokensMost };
}

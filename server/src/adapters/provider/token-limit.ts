/** Hosts of models that think first; what they think counts, too. */
const openAiHosts = /(^|\.)(openai\.com|openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/**
 * The longest response, in the field that the server at `baseUrl` understands. OpenAI's newer models reject
 * `max_tokens`; Ollama, LM Studio and others ignore `max_completion_tokens` and go on.
 *
 * @param maxTokens of the response itself
 * @param baseUrl undefined: OpenAI's own
 */
export function tokenLimit(
  maxTokens: number,
  baseUrl: string | undefined,
): { max_tokens: number } | { max_completion_tokens: number } {
  const isOpenAi = baseUrl === undefined || openAiHosts.test(new URL(baseUrl).hostname);
  return isOpenAi ? { max_completion_tokens: 2 * maxTokens } : { max_tokens: maxTokens };
}

/** The hosts of models that reason first. Their reasoning counts as a part of the response, too. */
const openAiHosts = /(^|\.)(openai\.com|openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/**
 * Limits the response with the field that the server at `baseUrl` supports. OpenAI's newer models reject `max_tokens`;
 * Ollama, LM Studio and others ignore `max_completion_tokens`.
 * @param maxTokens the maximum for the response, without reasoning
 * @param baseUrl undefined for the address of OpenAI
 */
export function tokenLimit(
  maxTokens: number,
  baseUrl: string | undefined,
): { max_tokens: number } | { max_completion_tokens: number } {
  const isOpenAi = baseUrl === undefined || openAiHosts.test(new URL(baseUrl).hostname);
  return isOpenAi ? { max_completion_tokens: 2 * maxTokens } : { max_tokens: maxTokens };
}

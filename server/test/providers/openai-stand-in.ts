import { bagOfWords } from './bag-of-words.ts';
import { cutOff, outputInJson } from './language-model.ts';
import { type Api, requireTexts, requireThat, type StandIn, startStandIn } from './stand-in.ts';

const maxTexts = 2_048;
/** Stands for the 8,192 tokens of a text. */
const maxCharacters = 32_000;
const models: Record<string, { dimensions: number; resizable: boolean }> = {
  'text-embedding-3-small': { dimensions: 1536, resizable: true },
  'nomic-embed-text': { dimensions: 768, resizable: false },
};

/** OpenAI's API as far as the server uses it, with its limits. */
export function startOpenAiStandIn(): Promise<StandIn> {
  return startStandIn({
    error: (status, message) => ({ error: { message, type: 'stand_in', param: null, code: String(status) } }),
    routes: { '/v1/embeddings': embed, '/v1/chat/completions': chat },
    environment: (url, key) => ({ MNEMA_OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key }),
  });
}

type Route = Api['routes'][string];

const embed: Route = (body, { dimensions: wrong, missing = 0 }) => {
  const { model, input, dimensions, encoding_format: format } = body;
  const known = models[model];
  requireThat(known, 404, `The model '${model}' does not exist`);
  requireThat(dimensions === undefined || known.resizable, 400, 'This model does not support dimensions');
  requireThat(format === 'float', 400, 'this stand-in sends floats only');
  requireThat(Array.isArray(input) && input.length > 0 && input.length <= maxTexts, 400, 'bad input');
  requireTexts(input);
  const isLong = input.some((text: string) => text.length > maxCharacters);
  requireThat(!isLong, 400, 'maximum context length is 8192 tokens');
  const length = wrong ?? dimensions ?? known.dimensions;
  return {
    object: 'list',
    model,
    // The order is not promised: each vector carries the index of its text.
    data: input
      .map((text: string, index: number) => ({ object: 'embedding', index, embedding: bagOfWords(text, length) }))
      .slice(missing)
      .toReversed(),
    usage: { prompt_tokens: input.length, total_tokens: input.length },
  };
};

const chat: Route = (body, _, scriptedOutput) => {
  const { model, messages, response_format: format, max_tokens: maxTokens } = body;
  requireThat(model.startsWith('gpt-'), 404, `The model '${model}' does not exist`);
  const { strict, schema } = format?.json_schema ?? {};
  requireThat(strict === true && isStrict(schema), 400, 'Invalid schema for response_format');
  const { text, isCut } = cutOff(scriptedOutput ?? outputInJson(messages[1].content), maxTokens);
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    id: 'stand-in',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, finish_reason: isCut ? 'length' : 'stop', message }],
  };
};

/** OpenAI requires of a strict schema that objects name all their properties as required and allow no others. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function isStrict(schema: any): boolean {
  if (schema?.type === 'array') return isStrict(schema.items);
  if (schema?.type !== 'object') return typeof schema?.type === 'string';
  const names = Object.keys(schema.properties);
  return (
    schema.additionalProperties === false &&
    names.every((name) => schema.required.includes(name) && isStrict(schema.properties[name]))
  );
}

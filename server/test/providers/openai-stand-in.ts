import { bagOfWords } from './bag-of-words.ts';
import { cutOff, outputInJson } from './language-model.ts';
import { poison } from './poison.ts';
import { type Distortion, type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts';

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
    count: (body) => (body as { input?: unknown[] }).input?.length ?? 1,
    isChat: (path) => path === '/v1/chat/completions',
    respond(request, distort, scriptedOutput) {
      switch (request.path) {
        case '/v1/embeddings':
          return embed(request, distort);
        case '/v1/chat/completions':
          return chat(request, scriptedOutput);
        default:
          return rejection(404, `no route ${request.path}`);
      }
    },
  });
}

function embed({ body }: ReceivedRequest, { dimensions: wrong, missing = 0 }: Distortion): Reply {
  const { model, input, dimensions, encoding_format: format } = body;
  const known = models[model];
  if (!known) return rejection(404, `The model '${model}' does not exist`);
  if (dimensions !== undefined && !known.resizable) return rejection(400, 'This model does not support dimensions');
  if (format !== 'float') return rejection(400, 'this stand-in sends floats only');
  if (!Array.isArray(input) || input.length === 0 || input.length > maxTexts) return rejection(400, 'bad input');
  for (const text of input) {
    if (typeof text !== 'string' || text === '') return rejection(400, 'input cannot be an empty string');
    if (!text.isWellFormed() || text.includes('\0')) return rejection(400, 'input must be valid UTF-8');
    if (text.length > maxCharacters) return rejection(400, 'maximum context length is 8192 tokens');
    if (text.includes(poison)) return rejection(400, 'this text is not taken');
  }
  const length = wrong ?? dimensions ?? known.dimensions;
  return {
    status: 200,
    body: {
      object: 'list',
      model,
      // The order is not promised: each vector carries the index of its text.
      data: input
        .map((text: string, index: number) => ({ object: 'embedding', index, embedding: bagOfWords(text, length) }))
        .slice(missing)
        .toReversed(),
      usage: { prompt_tokens: input.length, total_tokens: input.length },
    },
  };
}

function chat({ body }: ReceivedRequest, scriptedOutput: string | undefined): Reply {
  const { model, messages, response_format: format, max_tokens: maxTokens } = body;
  if (!model.startsWith('gpt-')) return rejection(404, `The model '${model}' does not exist`);
  const { strict, schema } = format?.json_schema ?? {};
  if (strict !== true || !isStrict(schema)) return rejection(400, 'Invalid schema for response_format');
  const { text, isCut } = cutOff(scriptedOutput ?? outputInJson(messages[1].content), maxTokens);
  return {
    status: 200,
    body: {
      id: 'stand-in',
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          finish_reason: isCut ? 'length' : 'stop',
          message: { role: 'assistant', content: text, refusal: null },
        },
      ],
    },
  };
}

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

function rejection(status: number, message: string): Reply {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
}

import { toWords } from '../../src/domain/text/words.ts';
import { bagOfWords } from './bag-of-words.ts';
import { cutOff, outputInJson } from './language-model.ts';
import { type Api, requireTexts, requireThat, type StandIn, startStandIn } from './stand-in.ts';

const maxTexts = 96;
/** More documents are rejected, and tokens beyond `max_tokens_per_doc` of each document are cut off. */
const maxDocuments = 10_000;
const charactersPerToken = 4;
const dimensionsAllowed = [256, 512, 1024, 1536];
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering', 'image'];

/** Cohere's v2 API as far as the server uses it, with its limits. */
export function startCohereStandIn(): Promise<StandIn> {
  return startStandIn({
    error: (_, message) => ({ id: 'stand-in', message }),
    routes: { '/v2/embed': embed, '/v2/rerank': rerank, '/v2/chat': chat },
    environment: (url, key) => ({ MNEMA_COHERE_BASE_URL: url, COHERE_API_KEY: key }),
  });
}

type Route = Api['routes'][string];

const embed: Route = (body, { dimensions: wrong, missing = 0 }) => {
  const { model, texts, input_type: inputType, output_dimension: dimensions = 1536, embedding_types: types } = body;
  requireThat(model === 'embed-v4.0', 404, `model '${model}' not found`);
  requireThat(Array.isArray(texts) && texts.length > 0, 400, 'texts must be a non-empty array');
  requireThat(texts.length <= maxTexts, 400, `total number of texts must be at most ${maxTexts}`);
  requireThat(inputTypes.includes(inputType), 400, 'valid input_type must be provided');
  requireThat(dimensionsAllowed.includes(dimensions), 400, 'output_dimension is not valid');
  requireTexts(texts);
  const vectors = texts.slice(missing).map((text: string) => bagOfWords(text, wrong ?? dimensions));
  return {
    id: 'stand-in',
    texts,
    embeddings: Object.fromEntries((types ?? ['float']).map((type: string) => [type, vectors])),
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
    response_type: 'embeddings_by_type',
  };
};

/** A cosine over words stands for the model; the numbers lie where those of a reranker do, near 0 and near 1. */
const rerank: Route = (body, { missing = 0 }) => {
  const { model, query, documents, top_n: topN, max_tokens_per_doc: maxTokens = 4_096 } = body;
  requireThat(model.startsWith('rerank-'), 404, `model '${model}' not found`);
  requireThat(Array.isArray(documents) && documents.length > 0, 400, 'documents must not be empty');
  requireThat(documents.length <= maxDocuments, 400, `at most ${maxDocuments} documents`);
  requireThat(Number.isInteger(maxTokens) && maxTokens > 0, 400, 'max_tokens_per_doc must be at least 1');
  requireTexts([query, ...documents]);
  const queryWords = new Set(toWords(query));
  const results = documents.map((text: string, index: number) => {
    const words = new Set(toWords(text.slice(0, maxTokens * charactersPerToken)));
    const shared = [...queryWords].filter((word) => words.has(word)).length / (queryWords.size || 1);
    return { index, relevance_score: 1 / (1 + Math.exp(4 - 10 * shared)) };
  });
  results.sort((left, right) => right.relevance_score - left.relevance_score);
  const searchUnits = Math.ceil(documents.length / 100);
  return {
    id: 'stand-in',
    results: results.slice(missing, topN),
    meta: { api_version: { version: '2' }, billed_units: { search_units: searchUnits } },
  };
};

const chat: Route = (body, _, scriptedOutput) => {
  const { model, messages, response_format: format, max_tokens: maxTokens } = body;
  requireThat(model.startsWith('command-'), 404, `model '${model}' not found`);
  requireThat(format?.type === 'json_object' && format.json_schema?.type === 'object', 400, 'no schema');
  const [system, user] = messages;
  // Cohere requires this, since a model in JSON mode may never come to an end without it.
  requireThat(/generate a json/i.test(system.content), 400, 'the instructions must ask for JSON');
  const { text, isCut } = cutOff(scriptedOutput ?? outputInJson(user.content), maxTokens);
  return {
    id: 'stand-in',
    finish_reason: isCut ? 'MAX_TOKENS' : 'COMPLETE',
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    usage: { tokens: { input_tokens: 1, output_tokens: 1 } },
  };
};

import { toWords } from '../../src/domain/text/words.ts';
import { bagOfWords } from './bag-of-words.ts';
import { cutOff, outputInJson } from './language-model.ts';
import { poison } from './poison.ts';
import { type Distortion, type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts';

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
    count(body) {
      const { texts, documents } = body as { texts?: unknown[]; documents?: unknown[] };
      return (texts ?? documents)?.length ?? 1;
    },
    isChat: (path) => path === '/v2/chat',
    respond(request, distort, scriptedOutput) {
      switch (request.path) {
        case '/v2/embed':
          return embed(request, distort);
        case '/v2/rerank':
          return rerank(request, distort);
        case '/v2/chat':
          return chat(request, scriptedOutput);
        default:
          return rejection(404, `no route ${request.path}`);
      }
    },
  });
}

function embed({ body }: ReceivedRequest, { dimensions: wrong, missing = 0 }: Distortion): Reply {
  const { model, texts, input_type: inputType, output_dimension: dimensions, embedding_types: types } = body;
  if (model !== 'embed-v4.0') return rejection(404, `model '${model}' not found`);
  if (!Array.isArray(texts) || texts.length === 0) return rejection(400, 'texts must be a non-empty array');
  if (texts.length > maxTexts) return rejection(400, `total number of texts must be at most ${maxTexts}`);
  if (!inputTypes.includes(inputType)) return rejection(400, 'valid input_type must be provided');
  if (!dimensionsAllowed.includes(dimensions ?? 1536)) return rejection(400, 'output_dimension is not valid');
  const unfit = rejectionOf(texts);
  if (unfit) return unfit;
  const length = wrong ?? dimensions ?? 1536;
  const vectors = texts.slice(missing).map((text: string) => bagOfWords(text, length));
  return {
    status: 200,
    body: {
      id: 'stand-in',
      texts,
      embeddings: Object.fromEntries((types ?? ['float']).map((type: string) => [type, vectors])),
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
      response_type: 'embeddings_by_type',
    },
  };
}

/** A cosine over words stands for the model; the numbers lie where those of a reranker do, near 0 and near 1. */
function rerank({ body }: ReceivedRequest, { missing = 0 }: Distortion): Reply {
  const { model, query, documents, top_n: topN, max_tokens_per_doc: maxTokens = 4_096 } = body;
  if (!model.startsWith('rerank-')) return rejection(404, `model '${model}' not found`);
  if (!Array.isArray(documents) || documents.length === 0) return rejection(400, 'documents must not be empty');
  if (documents.length > maxDocuments) return rejection(400, `at most ${maxDocuments} documents`);
  if (!Number.isInteger(maxTokens) || maxTokens < 1) return rejection(400, 'max_tokens_per_doc must be at least 1');
  const unfit = rejectionOf([query, ...documents]);
  if (unfit) return unfit;
  const queryWords = new Set(toWords(query));
  const results = documents.map((text: string, index: number) => {
    const words = new Set(toWords(text.slice(0, maxTokens * charactersPerToken)));
    const shared = [...queryWords].filter((word) => words.has(word)).length / (queryWords.size || 1);
    return { index, relevance_score: 1 / (1 + Math.exp(4 - 10 * shared)) };
  });
  results.sort(
    (left: { relevance_score: number }, right: { relevance_score: number }) =>
      right.relevance_score - left.relevance_score,
  );
  return {
    status: 200,
    body: {
      id: 'stand-in',
      results: results.slice(missing, topN),
      meta: { api_version: { version: '2' }, billed_units: { search_units: Math.ceil(documents.length / 100) } },
    },
  };
}

function chat({ body }: ReceivedRequest, scriptedOutput: string | undefined): Reply {
  const { model, messages, response_format: format, max_tokens: maxTokens } = body;
  if (!model.startsWith('command-')) return rejection(404, `model '${model}' not found`);
  if (format?.type !== 'json_object' || format.json_schema?.type !== 'object') return rejection(400, 'no schema');
  const [system, user] = messages;
  // Cohere requires this, since a model in JSON mode may never come to an end without it.
  if (!/generate a json/i.test(system.content)) return rejection(400, 'the instructions must ask for JSON');
  const { text, isCut } = cutOff(scriptedOutput ?? outputInJson(user.content), maxTokens);
  return {
    status: 200,
    body: {
      id: 'stand-in',
      finish_reason: isCut ? 'MAX_TOKENS' : 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
      usage: { tokens: { input_tokens: 1, output_tokens: 1 } },
    },
  };
}

/** The response to texts of which one is not taken. */
function rejectionOf(texts: readonly unknown[]): Reply | undefined {
  for (const text of texts) {
    if (typeof text !== 'string' || text.trim() === '') return rejection(400, 'texts must not be empty');
    if (!text.isWellFormed() || text.includes('\0')) return rejection(400, 'texts must be valid UTF-8');
    if (text.includes(poison)) return rejection(400, 'this text is not taken');
  }
  return undefined;
}

function rejection(status: number, message: string): Reply {
  return { status, body: { id: 'stand-in', message } };
}

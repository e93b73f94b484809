import { bagOfWords } from './bag-of-words.ts';
import { poison } from './poison.ts';
import { type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts';

const textsMost = 96;
const dimensionsAllowed = [256, 512, 1024, 1536];
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering', 'image'];

/** Cohere's v2 API as far as the server uses it, with its limits. */
export function startCohereStandIn(): Promise<StandIn> {
  return startStandIn({
    error: (_, message) => ({ id: 'stand-in', message }),
    count: (body) => (body as { texts?: unknown[] }).texts?.length ?? 1,
    answer(request, distort) {
      switch (request.path) {
        case '/v2/embed':
          return embed(request, distort);
        default:
          return refuse(404, `no route ${request.path}`);
      }
    },
  });
}

function embed({ body }: ReceivedRequest, distort: { dimensions?: number }): Reply {
  const { model, texts, input_type: inputType, output_dimension: dimensions, embedding_types: types } = body;
  if (model !== 'embed-v4.0') return refuse(404, `model '${model}' not found`);
  if (!Array.isArray(texts) || texts.length === 0) return refuse(400, 'texts must be a non-empty array');
  if (texts.length > textsMost) return refuse(400, `total number of texts must be at most ${textsMost}`);
  if (!inputTypes.includes(inputType)) return refuse(400, 'valid input_type must be provided');
  if (!dimensionsAllowed.includes(dimensions ?? 1536)) return refuse(400, 'output_dimension is not valid');
  for (const text of texts) {
    if (typeof text !== 'string' || text.trim() === '') return refuse(400, 'texts must not be empty');
    if (!text.isWellFormed() || text.includes('\0')) return refuse(400, 'texts must be valid UTF-8');
  }
  if (texts.some((text: string) => text.includes(poison))) return refuse(400, 'this text is not taken');
  const length = distort.dimensions ?? dimensions ?? 1536;
  return {
    status: 200,
    body: {
      id: 'stand-in',
      texts,
      embeddings: Object.fromEntries(
        (types ?? ['float']).map((type: string) => [type, texts.map((text: string) => bagOfWords(text, length))]),
      ),
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
      response_type: 'embeddings_by_type',
    },
  };
}

function refuse(status: number, message: string): Reply {
  return { status, body: { id: 'stand-in', message } };
}

import type { CosineBand } from '../ports/embedder.ts';

interface CohereAccess {
  kind: 'cohere';
  apiKey: string;
  /** undefined: Cohere's own. */
  baseUrl: string | undefined;
}

interface OpenAiAccess {
  kind: 'openai';
  /** undefined: the server asks for none. */
  apiKey: string | undefined;
  /** undefined: OpenAI's own. */
  baseUrl: string | undefined;
}

interface RemoteEmbedding {
  model: string;
  dimensions: number;
  /** undefined: what is known of the model. */
  cosineBand: CosineBand | undefined;
  /** Texts in a request at most. */
  textsPerCall: number;
  /** Requests with texts of memories under way at once. */
  parallel: number;
}

export type EmbedderConfig = { kind: 'local' } | (CohereAccess & RemoteEmbedding) | (OpenAiAccess & RemoteEmbedding);

export type ExtractorConfig = { kind: 'none' } | ((CohereAccess | OpenAiAccess) & { model: string });

export type RerankerConfig = { kind: 'none' } | (CohereAccess & { model: string });

/** The variables of this page, as the schema of the configuration reads them. */
export interface ProviderVariables {
  MNEMA_EMBEDDER: 'local' | 'cohere' | 'openai';
  MNEMA_EMBEDDING_MODEL?: string | undefined;
  MNEMA_EMBEDDING_DIMENSIONS?: number | undefined;
  MNEMA_EMBEDDING_COSINES?: CosineBand | undefined;
  MNEMA_EMBEDDING_BATCH?: number | undefined;
  MNEMA_EMBEDDING_PARALLEL?: number | undefined;
  MNEMA_EXTRACTOR: 'none' | 'cohere' | 'openai';
  MNEMA_EXTRACTION_MODEL?: string | undefined;
  MNEMA_RERANKER: 'none' | 'cohere';
  MNEMA_RERANK_MODEL?: string | undefined;
  MNEMA_COHERE_BASE_URL?: string | undefined;
  MNEMA_OPENAI_BASE_URL?: string | undefined;
  COHERE_API_KEY?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
}

const defaultModels = {
  cohere: { model: 'embed-v4.0', dimensions: 1024 },
  openai: { model: 'text-embedding-3-small', dimensions: 1536 },
};
const defaultExtractionModels = { cohere: 'command-a-03-2025', openai: 'gpt-5-mini' };
const defaultRerankModel = 'rerank-v3.5';
/** More are rejected by Cohere, and gain nothing elsewhere. */
export const maxTextsPerCall = 96;
const usualParallel = 4;
/** What the local encoder has no use for. */
const remoteOnly = [
  'MNEMA_EMBEDDING_MODEL',
  'MNEMA_EMBEDDING_DIMENSIONS',
  'MNEMA_EMBEDDING_COSINES',
  'MNEMA_EMBEDDING_BATCH',
  'MNEMA_EMBEDDING_PARALLEL',
] as const;
const embedV4Dimensions = [256, 512, 1024, 1536];

/** What takes a provider. */
const usersOf = {
  cohere: 'MNEMA_EMBEDDER, MNEMA_EXTRACTOR or MNEMA_RERANKER',
  openai: 'MNEMA_EMBEDDER or MNEMA_EXTRACTOR',
};

/** What does not go together, one problem a line, each with its way out. */
export function providerProblems(values: ProviderVariables): string[] {
  const problems: string[] = [];
  const { MNEMA_EMBEDDER: embedder, MNEMA_EXTRACTOR: extractor, MNEMA_EMBEDDING_DIMENSIONS: dimensions } = values;
  const uses = (provider: 'cohere' | 'openai') => [embedder, extractor, values.MNEMA_RERANKER].includes(provider);
  if (uses('cohere') && !values.COHERE_API_KEY) {
    problems.push('COHERE_API_KEY must be set when Cohere is used; the dashboard of Cohere makes one.');
  }
  if (uses('openai') && !values.OPENAI_API_KEY && !values.MNEMA_OPENAI_BASE_URL) {
    problems.push(
      'OPENAI_API_KEY must be set when OpenAI is used; for another server of its kind, like Ollama or vLLM, set MNEMA_OPENAI_BASE_URL.',
    );
  }
  for (const provider of ['cohere', 'openai'] as const) {
    const name = `MNEMA_${provider.toUpperCase()}_BASE_URL` as 'MNEMA_COHERE_BASE_URL' | 'MNEMA_OPENAI_BASE_URL';
    if (values[name] && !uses(provider)) {
      problems.push(`${name} is without effect: set ${usersOf[provider]} to ${provider}, or unset it.`);
    }
  }
  if (values.MNEMA_RERANKER === 'none' && values.MNEMA_RERANK_MODEL !== undefined) {
    problems.push('MNEMA_RERANK_MODEL is without effect: set MNEMA_RERANKER to cohere, or unset it.');
  }
  if (extractor === 'none' && values.MNEMA_EXTRACTION_MODEL !== undefined) {
    problems.push('MNEMA_EXTRACTION_MODEL is without effect: set MNEMA_EXTRACTOR to cohere or openai, or unset it.');
  }
  if (extractor === 'openai' && values.MNEMA_OPENAI_BASE_URL && values.MNEMA_EXTRACTION_MODEL === undefined) {
    problems.push('MNEMA_EXTRACTION_MODEL must be set: the name of a language model at MNEMA_OPENAI_BASE_URL.');
  }
  if (embedder === 'local') {
    for (const name of remoteOnly) {
      if (values[name] !== undefined) {
        problems.push(`${name} is without effect: set MNEMA_EMBEDDER to cohere or openai, or unset it.`);
      }
    }
    return problems;
  }
  const usual = defaultModels[embedder];
  const model = values.MNEMA_EMBEDDING_MODEL ?? usual.model;
  if (model !== usual.model && dimensions === undefined) {
    problems.push(`MNEMA_EMBEDDING_DIMENSIONS must be set: how many numbers a vector of ${model} has.`);
  }
  if (model === 'embed-v4.0' && dimensions !== undefined && !embedV4Dimensions.includes(dimensions)) {
    problems.push(`MNEMA_EMBEDDING_DIMENSIONS must be one of ${embedV4Dimensions.join(', ')} for embed-v4.0.`);
  }
  return problems;
}

/** @param values without {@link providerProblems} */
export function toEmbedderConfig(values: ProviderVariables): EmbedderConfig {
  const { MNEMA_EMBEDDER: kind } = values;
  if (kind === 'local') return { kind };
  const usual = defaultModels[kind];
  const embedding: RemoteEmbedding = {
    model: values.MNEMA_EMBEDDING_MODEL ?? usual.model,
    dimensions: values.MNEMA_EMBEDDING_DIMENSIONS ?? usual.dimensions,
    cosineBand: values.MNEMA_EMBEDDING_COSINES,
    textsPerCall: values.MNEMA_EMBEDDING_BATCH ?? maxTextsPerCall,
    parallel: values.MNEMA_EMBEDDING_PARALLEL ?? usualParallel,
  };
  if (kind === 'cohere') return { kind, ...toCohereAccess(values), ...embedding };
  return { kind, ...toOpenAiAccess(values), ...embedding };
}

/** @param values without {@link providerProblems} */
export function toExtractorConfig(values: ProviderVariables): ExtractorConfig {
  const { MNEMA_EXTRACTOR: kind } = values;
  if (kind === 'none') return { kind };
  const model = values.MNEMA_EXTRACTION_MODEL ?? defaultExtractionModels[kind];
  return kind === 'cohere' ? { kind, ...toCohereAccess(values), model } : { kind, ...toOpenAiAccess(values), model };
}

/** @param values without {@link providerProblems} */
export function toRerankerConfig(values: ProviderVariables): RerankerConfig {
  const { MNEMA_RERANKER: kind, MNEMA_RERANK_MODEL: model = defaultRerankModel } = values;
  return kind === 'none' ? { kind } : { kind, ...toCohereAccess(values), model };
}

function toCohereAccess({ COHERE_API_KEY, MNEMA_COHERE_BASE_URL }: ProviderVariables) {
  return { apiKey: COHERE_API_KEY ?? '', baseUrl: MNEMA_COHERE_BASE_URL };
}

function toOpenAiAccess({ OPENAI_API_KEY, MNEMA_OPENAI_BASE_URL }: ProviderVariables) {
  return { apiKey: OPENAI_API_KEY, baseUrl: MNEMA_OPENAI_BASE_URL };
}

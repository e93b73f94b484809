import { type EnvironmentValues, environmentSchema, maxTextsPerCall, problemsOf } from './environment-schema.ts';

const defaultModels = {
  cohere: { model: 'embed-v4.0', dimensions: 1024 },
  openai: { model: 'text-embedding-3-small', dimensions: 1536 },
};
const defaultExtractionModels = { cohere: 'command-a-03-2025', openai: 'gpt-5-mini' };
const defaultRerankModel = 'rerank-v3.5';
const defaultParallel = 4;
/** The local encoder does not use these variables. */
const remoteOnly = environmentSchema.keyof().options.filter((name) => name.startsWith('MNEMA_EMBEDDING_'));
const embedV4Dimensions = [256, 512, 1024, 1536];

export function providerProblems(values: EnvironmentValues): string[] {
  const { MNEMA_EMBEDDER: embedder, MNEMA_EXTRACTOR: extractor, MNEMA_RERANKER: reranker } = values;
  const { MNEMA_OPENAI_BASE_URL: openaiUrl } = values;
  const usesCohere = [embedder, extractor, reranker].includes('cohere');
  const usesOpenAi = [embedder, extractor].includes('openai');
  const conditional: (readonly [name: keyof EnvironmentValues, isUsed: boolean, choice: string])[] = [
    ['MNEMA_COHERE_BASE_URL', usesCohere, 'MNEMA_EMBEDDER, MNEMA_EXTRACTOR or MNEMA_RERANKER to cohere'],
    ['MNEMA_OPENAI_BASE_URL', usesOpenAi, 'MNEMA_EMBEDDER or MNEMA_EXTRACTOR to openai'],
    ['MNEMA_RERANK_MODEL', reranker !== 'none', 'MNEMA_RERANKER to cohere'],
    ['MNEMA_EXTRACTION_MODEL', extractor !== 'none', 'MNEMA_EXTRACTOR to cohere or openai'],
    ...remoteOnly.map((name) => [name, embedder !== 'local', 'MNEMA_EMBEDDER to cohere or openai'] as const),
  ];
  const unused = conditional.filter(([name, isUsed]) => !isUsed && values[name] !== undefined);
  const lacksModel = extractor === 'openai' && openaiUrl !== undefined && values.MNEMA_EXTRACTION_MODEL === undefined;
  return problemsOf(
    usesCohere &&
      !values.COHERE_API_KEY &&
      'COHERE_API_KEY must be set when Cohere is used. Create a key in the Cohere dashboard.',
    usesOpenAi &&
      !values.OPENAI_API_KEY &&
      !openaiUrl &&
      'OPENAI_API_KEY must be set when OpenAI is used. For a compatible server, like Ollama or vLLM, set MNEMA_OPENAI_BASE_URL.',
    lacksModel && 'MNEMA_EXTRACTION_MODEL must be set: the name of a language model at MNEMA_OPENAI_BASE_URL.',
    ...embeddingProblems(values),
    ...unused.map(([name, , choice]) => `${name} has no effect: set ${choice}, or unset it.`),
  );
}

function embeddingProblems(values: EnvironmentValues): string[] {
  const { MNEMA_EMBEDDER: embedder, MNEMA_EMBEDDING_DIMENSIONS: dimensions } = values;
  if (embedder === 'local') return [];
  const usual = defaultModels[embedder].model;
  const model = values.MNEMA_EMBEDDING_MODEL ?? usual;
  if (dimensions === undefined) {
    const problem = `MNEMA_EMBEDDING_DIMENSIONS must be set: the number of dimensions of a vector of ${model}.`;
    return model === usual ? [] : [problem];
  }
  if (model !== 'embed-v4.0' || embedV4Dimensions.includes(dimensions)) return [];
  return [`MNEMA_EMBEDDING_DIMENSIONS must be one of ${embedV4Dimensions.join(', ')} for embed-v4.0.`];
}

/** @param values without {@link providerProblems} */
export function toEmbedderConfig(values: EnvironmentValues) {
  const { MNEMA_EMBEDDER: kind } = values;
  if (kind === 'local') return { kind };
  const usual = defaultModels[kind];
  const embedding = {
    model: values.MNEMA_EMBEDDING_MODEL ?? usual.model,
    dimensions: values.MNEMA_EMBEDDING_DIMENSIONS ?? usual.dimensions,
    /** undefined means the known band of the model. */
    cosineBand: values.MNEMA_EMBEDDING_COSINES,
    textsPerCall: values.MNEMA_EMBEDDING_BATCH ?? maxTextsPerCall,
    /** The maximum of concurrent requests with texts of memories. */
    parallel: values.MNEMA_EMBEDDING_PARALLEL ?? defaultParallel,
  };
  return kind === 'cohere' ? { ...cohereAccess(values), ...embedding } : { ...openAiAccess(values), ...embedding };
}

/** @param values without {@link providerProblems} */
export function toExtractorConfig(values: EnvironmentValues) {
  const { MNEMA_EXTRACTOR: kind } = values;
  if (kind === 'none') return { kind };
  const model = values.MNEMA_EXTRACTION_MODEL ?? defaultExtractionModels[kind];
  return kind === 'cohere' ? { ...cohereAccess(values), model } : { ...openAiAccess(values), model };
}

/** @param values without {@link providerProblems} */
export function toRerankerConfig(values: EnvironmentValues) {
  const { MNEMA_RERANKER: kind, MNEMA_RERANK_MODEL: model = defaultRerankModel } = values;
  return kind === 'none' ? { kind } : { ...cohereAccess(values), model };
}

/** A `baseUrl` of undefined means that of the provider. */
function cohereAccess({ COHERE_API_KEY, MNEMA_COHERE_BASE_URL }: EnvironmentValues) {
  return { kind: 'cohere' as const, apiKey: COHERE_API_KEY ?? '', baseUrl: MNEMA_COHERE_BASE_URL };
}

/** An `apiKey` of undefined means a server that requires none. */
function openAiAccess({ OPENAI_API_KEY, MNEMA_OPENAI_BASE_URL }: EnvironmentValues) {
  return { kind: 'openai' as const, apiKey: OPENAI_API_KEY, baseUrl: MNEMA_OPENAI_BASE_URL };
}

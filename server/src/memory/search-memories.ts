import { setTimeout as sleep } from 'node:timers/promises';
import { invalidRequest } from '../domain-error.ts';
import { type Embedder, EmbedderError } from '../ports/embedder.ts';
import type { CandidateQuery, Memory, MemoryStore } from '../ports/memory-store.ts';
import type { toFilterLabels } from './labels.ts';
import { toScope } from './list-memories.ts';
import { type Ranked, rank } from './rank.ts';
import { toWordsInTurns } from './words.ts';

/** At least as many as `top_k` may ask for, and the same for every `top_k`: a shorter list is a prefix of a longer one. */
const candidatesPerSignal = 200;
/** Longer queries are judged by their first words and, as a whole, by their vector. */
const queryWordsMost = 64;
/** Then the answer comes without vectors. */
const embeddingMostMs = 5_000;
/** A memory may change between being found and being read; then the search is repeated. */
const roundsMost = 3;

export interface SearchInput {
  ownerId: string;
  query: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  topK: number;
  filters: Parameters<typeof toFilterLabels>[0];
  /** Least score, 0..1. */
  threshold?: number | undefined;
}

export interface SearchHit {
  memory: Memory;
  score: number;
}

export interface SearchOutcome {
  hits: SearchHit[];
  /** Signals that could not take part. */
  degraded: 'vector'[];
}

export async function searchMemories(
  { store, embedder }: { store: MemoryStore; embedder: Embedder },
  input: SearchInput,
): Promise<SearchOutcome> {
  if (input.query.trim() === '') {
    throw invalidRequest({ path: '/query', message: 'is blank: ask a question or give some words' });
  }
  const vector = await embedded(embedder, input.query);
  const words = await toWordsInTurns(input.query);
  const query: CandidateQuery = {
    scope: toScope(input),
    words: [...new Set(words)].slice(0, queryWordsMost),
    vector: vector && { embedderId: embedder.id, values: vector },
    limit: candidatesPerSignal,
  };
  let found = { hits: [] as SearchHit[], changed: true };
  for (let round = 0; round < roundsMost && found.changed; round++) {
    const ranked = rank(await store.candidates(query), embedder.cosineBand).filter(
      ({ score }) => score >= (input.threshold ?? 0),
    );
    found = await readHits(store, input, ranked);
  }
  return { hits: found.hits, degraded: vector ? [] : ['vector'] };
}

/** The best memories as they are now: deleted ones make room for the next, changed ones ask for another round. */
async function readHits(
  store: MemoryStore,
  { ownerId, topK }: SearchInput,
  ranked: Ranked[],
): Promise<{ hits: SearchHit[]; changed: boolean }> {
  const hits: SearchHit[] = [];
  let changed = false;
  for (let next = 0; hits.length < topK && next < ranked.length; ) {
    const slice = ranked.slice(next, next + topK - hits.length);
    next += slice.length;
    const memories = await store.getMany(
      ownerId,
      slice.map(({ candidate }) => candidate.id),
    );
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    for (const { candidate, score } of slice) {
      const memory = byId.get(candidate.id);
      if (memory?.version === candidate.version) hits.push({ memory, score });
      else if (memory) changed = true;
    }
  }
  return { hits, changed };
}

async function embedded(embedder: Embedder, query: string): Promise<Float32Array | null> {
  try {
    const late = sleep(embeddingMostMs, null, { ref: false });
    return await Promise.race([embedder.embedQuery(query), late]);
  } catch (error) {
    // Words still find: the answer says that the vectors are missing.
    if (error instanceof EmbedderError) return null;
    throw error;
  }
}

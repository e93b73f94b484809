import pLimit from 'p-limit';
import { EmbedderError } from '../../../ports/embedder.ts';
import type { Extractor } from '../../../ports/extractor.ts';
import { effectiveUserOf, type Memory } from '../../../ports/memory.ts';
import { type SearchServices, searchMemories } from '../../search/search-memories.ts';
import { toProjects } from '../../text/memory-index.ts';
import {
  type DecidedFact,
  factsPerQuestion,
  maxKnownLength,
  toCompareFactsTask,
  toDecisions,
} from './compare-facts.v1.ts';
import { generate, isUnfinished } from './generate.ts';

/** The maximum of facts and their neighbours in one task, in UTF-16 units. */
const questionLength = 24_000;

export async function decideFacts(extractor: Extractor, compared: readonly ComparedFact[]): Promise<DecidedFact[]> {
  const decided: DecidedFact[] = [];
  for (const some of toQuestions(compared)) decided.push(...(await decide(extractor, some)));
  return decided;
}

/** Groups facts, in their order, so that each task contains as many as fit. */
function* toQuestions(compared: readonly ComparedFact[]): Generator<ComparedFact[]> {
  let some: ComparedFact[] = [];
  let length = 0;
  for (const one of compared) {
    const more = one.neighbours.reduce((sum, { text }) => sum + Math.min(text.length, maxKnownLength), one.fact.length);
    if (some.length === factsPerQuestion || (some.length > 0 && length + more > questionLength)) {
      yield some;
      some = [];
      length = 0;
    }
    some.push(one);
    length += more;
  }
  if (some.length > 0) yield some;
}

/** If a response is cut off, the model decides about each half separately. */
async function decide(extractor: Extractor, compared: readonly ComparedFact[]): Promise<DecidedFact[]> {
  const known = [...new Set(compared.flatMap(({ neighbours }) => neighbours))];
  if (known.length === 0) return compared.map(({ fact }) => ({ fact, action: 'add' }));
  const comparison = { facts: compared.map(({ fact }) => fact), known };
  try {
    return await generate(extractor, toCompareFactsTask(comparison), (output) => toDecisions(output, comparison));
  } catch (error) {
    if (!isUnfinished(error) || compared.length === 1) throw error;
    const middle = Math.ceil(compared.length / 2);
    const first = await decide(extractor, compared.slice(0, middle));
    return [...first, ...(await decide(extractor, compared.slice(middle)))];
  }
}

const maxNeighbours = 5;
/** Some of the found memories belong to another agent or project. */
const maxSearched = 20;
/** A text may contain hundreds of facts, and callers search in the meantime. */
const parallelSearches = 4;

export interface ComparedFact {
  fact: string;
  neighbours: readonly Memory[];
}

/** Finds the nearest comparable memories for each fact. @throws {EmbedderError} when semantic search is unavailable */
export async function findNeighbours(services: SearchServices, written: Memory, facts: readonly string[]) {
  const { accountId, agentId } = written;
  // The account's own id would also select the memories of its end users.
  const userId = effectiveUserOf(written);
  const user = { userId, withoutEndUsers: userId === accountId };
  const projects = projectsOf(written);
  // A memory that is near to many facts is stored once.
  const known = new Map<string, Memory>();
  const limited = pLimit(parallelSearches);
  const compare = async (fact: string): Promise<ComparedFact> => {
    const search = { accountId, query: fact, ...user, agentId: agentId ?? undefined, topK: maxSearched };
    const { hits, comparesMeaning } = await searchMemories(services, search);
    if (!comparesMeaning) throw new EmbedderError('facts cannot be compared by semantic search', { retryable: true });
    const neighbours = hits
      .map(({ memory }) => memory)
      .filter((memory) => memory.id !== written.id && !memory.infer && memory.agentId === agentId)
      .filter((memory) => projectsOf(memory) === projects)
      // A fact must neither outlive its text nor expire with another one.
      .filter((memory) => memory.expiresAt === written.expiresAt)
      .slice(0, maxNeighbours);
    for (const memory of neighbours) known.set(memory.id, known.get(memory.id) ?? memory);
    return { fact, neighbours: neighbours.map(({ id }) => known.get(id) as Memory) };
  };
  try {
    return await limited.map(facts, compare);
  } finally {
    // After a failure, the other searches are not needed.
    limited.clearQueue();
  }
}

function projectsOf({ metadata }: Memory): string {
  return toProjects(metadata).toSorted().join('\n');
}

import pLimit from 'p-limit';
import { EmbedderError } from '../../../ports/embedder.ts';
import type { Memory } from '../../../ports/memory-store.ts';
import { type SearchServices, searchMemories } from '../../search/search-memories.ts';
import { toProjects } from '../../text/projects.ts';

/** How many memories each fact is compared with. */
const maxNeighbours = 5;
/** Some of the memories found belong to another agent or project. */
const maxSearched = 20;
/** A text may hold hundreds of facts, and callers search meanwhile. */
const parallelSearches = 4;

/** A fact, and the memories it is compared with. */
export interface ComparedFact {
  fact: string;
  neighbours: readonly Memory[];
}

/**
 * Finds the nearest memories of the same user, agent and project for each fact.
 * @throws {EmbedderError} when facts can not be compared by meaning
 */
export async function findNeighbours(
  services: SearchServices,
  written: Memory,
  facts: readonly string[],
): Promise<ComparedFact[]> {
  const { accountId, userId, agentId } = written;
  const projects = projectsOf(written);
  // A memory that is near to many facts is held once.
  const known = new Map<string, Memory>();
  const limited = pLimit(parallelSearches);
  const compare = async (fact: string): Promise<ComparedFact> => {
    const search = { accountId, query: fact, userId, agentId: agentId ?? undefined, topK: maxSearched, filters: {} };
    const { hits, comparesMeaning } = await searchMemories(services, search);
    if (!comparesMeaning) throw new EmbedderError('facts can not be compared by meaning', { retryable: true });
    const neighbours = hits
      .map(({ memory }) => memory)
      .filter((memory) => memory.id !== written.id && !memory.infer && memory.agentId === agentId)
      .filter((memory) => projectsOf(memory) === projects)
      .slice(0, maxNeighbours);
    for (const memory of neighbours) known.set(memory.id, known.get(memory.id) ?? memory);
    return { fact, neighbours: neighbours.map(({ id }) => known.get(id) as Memory) };
  };
  try {
    return await limited.map(facts, compare);
  } finally {
    // After a failure the other searches are needless.
    limited.clearQueue();
  }
}

function projectsOf({ metadata }: Memory): string {
  return toProjects(metadata).toSorted().join('\n');
}

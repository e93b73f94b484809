import { poll } from '../../../lib/coalesce.ts';
import { findSearchIndex } from '../schema/search-indexes.ts';
import { type SearchCollections, vectorIndexName, wordIndexName } from './search-documents.ts';

export type SearchWatch = ReturnType<typeof startSearchWatch>;

const everyMs = 60_000;
const unlisted = 'MongoDB does not list its search indexes';
const listedForMs = 2_000;

/** Lists the search indexes once a minute. @param onProblem receives each new problem, with a text for the log only */
export function startSearchWatch(
  { memories, vectors }: SearchCollections,
  { dimensions, onProblem }: { dimensions: number; onProblem(reason: string): void },
) {
  const vectorName = vectorIndexName(dimensions);
  const failedAt = new Map<string, number>();
  let missing = new Map<string, string>();
  let isListed = true;
  let listedAt = Number.NEGATIVE_INFINITY;

  const listing = poll(async () => {
    const known = new Set(missing.values());
    try {
      const found = await Promise.all([findSearchIndex(memories, wordIndexName), findSearchIndex(vectors, vectorName)]);
      missing = new Map(
        [wordIndexName, vectorName].flatMap((name, at) =>
          found[at]?.queryable === true ? [] : [[name, toReason(name, found[at]?.status)]],
        ),
      );
      isListed = true;
      for (const reason of missing.values()) if (!known.has(reason)) onProblem(reason);
    } catch (error) {
      if (isListed) onProblem(`${unlisted}: ${(error as Error).message}`);
      isListed = false;
      missing = new Map([wordIndexName, vectorName].map((name) => [name, unlisted]));
    }
    listedAt = Date.now();
  }, everyMs);

  return {
    failed(index: string, error: Error): void {
      if (!failedAt.has(index)) onProblem(`${silence(index)}: ${error.message}`);
      failedAt.set(index, Date.now());
    },
    responded(index: string): void {
      failedAt.delete(index);
      missing.delete(index);
    },
    /** Whether the index exists and responds. A missing index returns neither hits nor an error. */
    async isQueryable(index: string): Promise<boolean> {
      if (Date.now() - listedAt > listedForMs) await listing.run();
      return !missing.has(index);
    },
    /** Lists the reasons why searches may miss memories, in a form for customers. */
    reasons(): string[] {
      // An old failure does not count, because without searches nothing shows that the index has recovered.
      const recentFailures = [...failedAt].filter(([, at]) => Date.now() - at < everyMs).map(([name]) => silence(name));
      return [...new Set([...missing.values(), ...recentFailures])];
    },
    stop: listing.stop,
  };
}

function silence(name: string): string {
  return `MongoDB's search index ${name} does not respond`;
}

function toReason(name: string, status: string | undefined): string {
  return status === undefined
    ? `MongoDB's search index ${name} is missing: run mnema migrate, which creates it`
    : `MongoDB's search index ${name} cannot be queried while it is ${status}`;
}

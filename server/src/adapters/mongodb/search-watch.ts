import type { Collections } from './documents.ts';
import type { FoundIndex } from './search-indexes.ts';
import { vectorIndexName, wordIndexName } from './search-settings.ts';

/** Knows whether the search indexes can be asked. */
export interface SearchWatch {
  /** A question to the index failed. */
  failed(index: string, error: Error): void;
  /** It answered with something. */
  answered(index: string): void;
  /** An index that is not there answers with nothing, and no error: this tells the two apart. */
  isQueryable(index: string): Promise<boolean>;
  /** Why searches may miss something, in words that customers may see; empty when all is well. */
  reasons(): string[];
  stop(): Promise<void>;
}

const everyMs = 60_000;
const unlisted = 'MongoDB does not say which search indexes there are';
/** What was seen a moment ago needs no other look. */
const seenForMs = 2_000;

/**
 * Looks once a minute, and when asked.
 * @param collections - without a read concern: search indexes are listed at the level `local` only
 * @param onProblem - told of each problem when it begins, for the log: more than customers may know
 */
export function startSearchWatch(
  { memories, vectors }: Collections,
  { dimensions, onProblem }: { dimensions: number; onProblem(reason: string): void },
): SearchWatch {
  const wanted = [wordIndexName, vectorIndexName(dimensions)];
  /** By index. */
  const failures = new Map<string, { reason: string; at: number }>();
  let missing: ReadonlyMap<string, string> = new Map();
  let isListed = true;
  let seenAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function list(): Promise<Map<string, string>> {
    try {
      const lists = await Promise.all([memories, vectors].map((one) => one.listSearchIndexes().toArray()));
      const found: FoundIndex[] = lists.flat();
      isListed = true;
      return new Map(
        wanted.flatMap((name) => {
          const index = found.find((one) => one.name === name);
          return index?.queryable === true ? [] : [[name, toReason(name, index?.status)] as const];
        }),
      );
    } catch (error) {
      if (isListed) onProblem(`${unlisted}: ${(error as Error).message}`);
      isListed = false;
      return new Map(wanted.map((name) => [name, unlisted]));
    }
  }

  function look(): Promise<void> {
    looking ??= list()
      .then((now) => {
        for (const reason of now.values()) {
          if (reason !== unlisted && ![...missing.values()].includes(reason)) onProblem(reason);
        }
        missing = now;
        seenAt = Date.now();
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();

  return {
    failed(index, error) {
      const reason = `MongoDB's search index ${index} does not answer`;
      if (!failures.has(index)) onProblem(`${reason}: ${error.message}`);
      failures.set(index, { reason, at: Date.now() });
    },
    answered(index) {
      failures.delete(index);
      if (missing.has(index)) missing = new Map([...missing].filter(([name]) => name !== index));
    },
    async isQueryable(index) {
      if (Date.now() - seenAt > seenForMs) await look();
      return !missing.has(index);
    },
    reasons() {
      // While nobody searches, nobody hears that it answers again.
      const lately = [...failures.values()].filter(({ at }) => Date.now() - at < everyMs);
      return [...new Set([...missing.values(), ...lately.map(({ reason }) => reason)])];
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

function toReason(name: string, status: string | undefined): string {
  return status === undefined
    ? `MongoDB's search index ${name} is missing: run mnema migrate, which makes it`
    : `MongoDB's search index ${name} can not be asked while it is ${status}`;
}

import type { Collections } from '../schema/documents.ts';
import { findSearchIndex } from '../schema/search-indexes.ts';
import { vectorIndexName, wordIndexName } from './search-settings.ts';

/** Knows whether the search indexes can be asked. */
export interface SearchWatch {
  /** A question to the index failed. */
  failed(index: string, error: Error): void;
  /** It answered with something. */
  responded(index: string): void;
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
 * @param onProblem - told of each problem when it begins, for the log: more than customers may know
 */
export function startSearchWatch(
  { memories, vectors }: Collections,
  { dimensions, onProblem }: { dimensions: number; onProblem(reason: string): void },
): SearchWatch {
  const wanted = [
    { name: wordIndexName, find: () => findSearchIndex(memories, wordIndexName) },
    { name: vectorIndexName(dimensions), find: () => findSearchIndex(vectors, vectorIndexName(dimensions)) },
  ];
  /** When a question to an index failed last, by its name. */
  const failedAt = new Map<string, number>();
  /** Why an index can not be asked, by its name. */
  let missing = new Map<string, string>();
  let isListed = true;
  let seenAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function list(): Promise<Map<string, string>> {
    try {
      const found = await Promise.all(wanted.map(({ find }) => find()));
      isListed = true;
      return new Map(
        wanted.flatMap(({ name }, at) =>
          found[at]?.queryable === true ? [] : [[name, toReason(name, found[at]?.status)] as const],
        ),
      );
    } catch (error) {
      if (isListed) onProblem(`${unlisted}: ${(error as Error).message}`);
      isListed = false;
      return new Map(wanted.map(({ name }) => [name, unlisted]));
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
      if (!failedAt.has(index)) onProblem(`${silence(index)}: ${error.message}`);
      failedAt.set(index, Date.now());
    },
    responded(index) {
      failedAt.delete(index);
      missing.delete(index);
    },
    async isQueryable(index) {
      if (Date.now() - seenAt > seenForMs) await look();
      return !missing.has(index);
    },
    reasons() {
      // While nobody searches, nobody hears that it answers again.
      const lately = [...failedAt].filter(([, at]) => Date.now() - at < everyMs).map(([name]) => silence(name));
      return [...new Set([...missing.values(), ...lately])];
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

function silence(name: string): string {
  return `MongoDB's search index ${name} does not answer`;
}

function toReason(name: string, status: string | undefined): string {
  return status === undefined
    ? `MongoDB's search index ${name} is missing: run mnema migrate, which makes it`
    : `MongoDB's search index ${name} can not be asked while it is ${status}`;
}

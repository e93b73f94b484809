import type { FindCursor } from 'mongodb';
import { askedMore, hitsMost, type SearchSettings } from './search-settings.ts';

/** What stands in a search index. */
export interface Indexed {
  _id: string;
  indexedAt: number;
}

export interface IndexQuestion<One extends Indexed> {
  /** Memories that are wanted. */
  limit: number;
  /** When no more match than this, beside what is fresh, they are read. */
  readMost: number;
  /** Keys of the best so many that the search index names. */
  ask(asked: number): Promise<string[]>;
  /** What matches now, of what this narrows it to. */
  read(filter: { _id: { $in: string[] } } | { indexedAt: { $gte: number } | { $lt: number } }): FindCursor<One>;
  memoryOf(one: One): string;
}

/**
 * What a search index names, as far as it is still there and still matches, and what was written lately. What has gone
 * takes the place of others among the hits, so that few hits do not mean that there are no more: then what matches is
 * read, and only if that is too much the index is asked for more.
 */
export async function collectHits<One extends Indexed>(
  { limit, readMost, ask, read, memoryOf }: IndexQuestion<One>,
  { lagMs, freshMost }: SearchSettings,
): Promise<One[]> {
  const since = Date.now() - lagMs;
  const fresh = await read({ indexedAt: { $gte: since } })
    .sort({ indexedAt: -1 })
    .limit(freshMost)
    .toArray();
  const found = new Map(fresh.map((one) => [one._id, one]));
  const oldest = fresh.length < freshMost ? undefined : fresh.at(-1);
  let looked = false;
  for (let asked = limit * 2; ; asked = Math.min(hitsMost, asked * askedMore)) {
    const keys = await ask(asked);
    const unknown = keys.filter((key) => !found.has(key));
    if (unknown.length > 0) {
      for (const one of await read({ _id: { $in: unknown } }).toArray()) found.set(one._id, one);
    }
    const hits = keys.flatMap((key) => found.get(key) ?? []);
    if (new Set(hits.map(memoryOf)).size >= limit || asked === hitsMost) break;
    if (keys.length < asked && !looked) {
      looked = true;
      const rest = await read({ indexedAt: { $lt: oldest ? oldest.indexedAt + 1 : since } })
        .limit(readMost + 1)
        .toArray();
      for (const one of rest.slice(0, readMost)) found.set(one._id, one);
      if (rest.length <= readMost) break;
    }
  }
  return [...found.values()];
}

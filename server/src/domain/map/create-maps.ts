import { LRUCache } from 'lru-cache';
import { toShortKey } from '../../lib/to-short-key.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scope } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import type { Point } from './arrange-points.ts';

/** The maximum of memories on a map. */
const maxPoints = 2_000;
/** The maximum of cached maps, each of which takes about 300 kB. */
const maxMaps = 64;
/** The maximum of maps of all accounts that are computed at once, because each holds its vectors. */
const maxRunning = 4;
/**
 * A map is valid for this many times the duration of its computation. This way, an account that writes all the time
 * gets maps, too.
 */
const agePerDuration = 10;
/** The time for which a request waits for its map. */
const usualWaitMs = 1_000;

/** The positions of memories by id. */
export interface ComputedMap {
  total: number;
  /** By the clock. */
  computedAt: number;
  positions: ReadonlyMap<string, Point>;
}

/** A map, or the progress of its computation. `total` is null until the memories have been counted. */
export type MapState = ({ status: 'ready' } & ComputedMap) | { status: 'computing'; total: number | null };

export interface MapOptions {
  store: Pick<MemoryStore, 'sampleVectors'>;
  embedderId: string;
  /** Arranges vectors in a plane, in a thread of its own. */
  arrange(vectors: readonly Float32Array[]): Promise<Point[]>;
  /** Returns the version of an account's memories. It changes with each commit of this process. */
  versionOf(accountId: string): number;
  /** Whether other processes change memories, too, so that the version is not reliable. */
  isShared: boolean;
  clock: Clock;
  waitMs?: number;
  /** A clock that never runs backwards, in milliseconds. @default performance */
  perf?: { now(): number };
}

export type Maps = ReturnType<typeof createMaps>;

/** The computation of a map, and its result. */
interface Run {
  version: number;
  total: number | null;
  map: ComputedMap | null;
  /** Holds the error after a failure. */
  failure: { error: unknown } | null;
  /** Resolves after the result or the failure. */
  ended: Promise<void>;
  /** The time of `perf` until which the map is returned even if memories change. */
  freshUntil: number;
}

/**
 * Computes maps in the background, one of an account at a time, and caches them by account and scope. A map contains
 * only ids and positions: getMap reads the memories again.
 */
export function createMaps(options: MapOptions) {
  const { store, embedderId, arrange, versionOf, isShared, clock, waitMs = usualWaitMs, perf = performance } = options;
  const runs = new LRUCache<string, Run>({ max: maxMaps });
  /** The accounts with a map that is being computed. */
  const running = new Set<string>();

  function isFresh({ map, version, freshUntil }: Run, accountId: string): boolean {
    if (!map || perf.now() < freshUntil) return true;
    return !isShared && version === versionOf(accountId);
  }

  /** Returns undefined if too many maps are being computed. */
  function begin(scope: Scope): Run | undefined {
    const { accountId } = scope;
    if (running.size >= maxRunning || running.has(accountId)) return undefined;
    running.add(accountId);
    const run: Run = {
      ...{ version: versionOf(accountId), total: null, map: null, failure: null, freshUntil: 0 },
      ended: Promise.resolve(),
    };
    run.ended = compute(scope, run)
      .catch((error: unknown) => {
        run.failure = { error };
      })
      .finally(() => running.delete(accountId));
    return run;
  }

  async function compute(scope: Scope, run: Run): Promise<void> {
    const begunAt = perf.now();
    const { total, memories } = await store.sampleVectors({ scope, embedderId, limit: maxPoints });
    run.total = total;
    const points = memories.length === 0 ? [] : await arrange(memories.map(({ vector }) => vector));
    const positions = new Map(memories.map(({ id }, at) => [id, points[at] as Point]));
    run.map = { total, computedAt: clock.now(), positions };
    const endedAt = perf.now();
    run.freshUntil = endedAt + agePerDuration * (endedAt - begunAt);
  }

  return {
    /** @throws {StoreUnavailableError} once, if the computation failed; the next request starts another one */
    async get(scope: Scope): Promise<MapState> {
      const key = toShortKey(JSON.stringify(scope));
      const known = runs.get(key);
      const run = known && isFresh(known, scope.accountId) ? known : begin(scope);
      if (!run) return { status: 'computing', total: null };
      if (run !== known) runs.set(key, run);
      if (!run.map) await withTimeout(waitMs, () => run.ended);
      if (run.failure) {
        if (runs.get(key) === run) runs.delete(key);
        throw run.failure.error;
      }
      return run.map ? { status: 'ready', ...run.map } : { status: 'computing', total: run.total };
    },
  };
}

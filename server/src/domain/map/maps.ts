import { LRUCache } from 'lru-cache';
import { toShortKey } from '../../lib/to-short-key.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { waitForRound } from '../../lib/yielding.ts';
import type { Clock } from '../../ports/clock.ts';
import { effectiveUserOf, type Memory, type Metadata, type Scope } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { hasKeys, isWithin, type ScopeInput, toScope } from '../memories/scope.ts';
import { toOneLine } from '../profile/to-statements.ts';
import type { Point } from './arrange-points.ts';

const maxPoints = 2_000;
/** The maximum of cached maps, each of which takes about 300 kB. */
const maxMaps = 64;
/** The maximum of maps of all accounts that are computed at once, because each holds its vectors. */
const maxRunning = 4;
/** A map is valid for this many times the duration of its computation, so that busy accounts get maps, too. */
const agePerDuration = 10;
const usualWaitMs = 1_000;

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

interface Run {
  version: number;
  /** null until the memories have been counted. */
  total: number | null;
  /** The positions of memories by id, and the time of the computation. */
  map: { total: number; computedAt: number; positions: ReadonlyMap<string, Point> } | null;
  computed: Promise<void>;
  /** The time of `perf` until which the map is returned even if memories change. */
  freshUntil: number;
}

/** Computes maps in the background, one of an account at a time, and caches ids and positions by account and scope. */
export function createMaps(options: MapOptions) {
  const { store, embedderId, arrange, versionOf, isShared, clock, waitMs = usualWaitMs, perf = performance } = options;
  const runs = new LRUCache<string, Run>({ max: maxMaps });
  const runningAccounts = new Set<string>();

  function isFresh({ map, version, freshUntil }: Run, accountId: string): boolean {
    if (!map || perf.now() < freshUntil) return true;
    return !isShared && version === versionOf(accountId);
  }

  /** Returns undefined if too many maps are being computed. */
  function begin(scope: Scope): Run | undefined {
    const { accountId } = scope;
    if (runningAccounts.size >= maxRunning || runningAccounts.has(accountId)) return undefined;
    runningAccounts.add(accountId);
    const computed = Promise.resolve();
    const run: Run = { version: versionOf(accountId), total: null, map: null, freshUntil: 0, computed };
    run.computed = compute(scope, run).finally(() => runningAccounts.delete(accountId));
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
    async get(scope: Scope) {
      const key = toShortKey(JSON.stringify(scope));
      const known = runs.get(key);
      const run = known && isFresh(known, scope.accountId) ? known : begin(scope);
      if (!run) return { status: 'computing' as const, total: null };
      if (run !== known) runs.set(key, run);
      try {
        if (!run.map) await withTimeout(waitMs, () => run.computed);
      } catch (error) {
        if (runs.get(key) === run) runs.delete(key);
        throw error;
      }
      return run.map ? { status: 'ready' as const, ...run.map } : { status: 'computing' as const, total: run.total };
    },
  };
}

/** In UTF-16 units. */
const maxExcerptLength = 160;
/** The number of memories that are read without a pause, because some have long texts. */
const pageSize = 20;

/** A map of the memories in a scope. It has no points and no `computedAt` while it is being computed. */
export type MemoryMap = Awaited<ReturnType<typeof getMap>>;

export interface MapServices {
  store: MemoryStore;
  maps: Maps;
}

/** Returns the map of a scope. Its memories are read now, so that deleted, expired and restricted ones are left out. */
export async function getMap({ store, maps }: MapServices, input: ScopeInput) {
  const scope = toScope(input);
  const { accountId, filterKeys } = scope;
  const state = await maps.get(scope);
  const { positions, ...map } = { computedAt: null, positions: new Map<string, Point>(), ...state };
  const ids = [...positions.keys()].sort();
  const points: ReturnType<typeof toPoint>[] = [];
  for (let from = 0; from < ids.length; from += pageSize) {
    await waitForRound(accountId);
    for (const memory of await store.getMany(accountId, ids.slice(from, from + pageSize))) {
      // Metadata may have changed since the map was computed.
      const isShown = isWithin(memory, input.restriction ?? null) && hasKeys(memory.metadata, filterKeys);
      if (isShown) points.push(toPoint(memory, positions.get(memory.id) as Point));
    }
  }
  return { ...map, points };
}

function toPoint(memory: Memory, { x, y }: Point) {
  return {
    ...{ memoryId: memory.id, x, y, excerpt: toOneLine(memory.text, maxExcerptLength) },
    ...{ userId: effectiveUserOf(memory), agentId: memory.agentId, occurredAt: memory.occurredAt },
    project: firstString(memory.metadata, 'project'),
    memoryType: firstString(memory.metadata, 'memory_type'),
  };
}

function firstString(metadata: Metadata, key: string): string | null {
  return [metadata[key]].flat().find((one) => typeof one === 'string') ?? null;
}

import { waitForRound } from '../../lib/yielding.ts';
import { effectiveUserOf, type Memory, type Metadata } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { isWithin, meetsMetadata, type ScopeInput, toScope } from '../memories/scope.ts';
import { toOneLine } from '../profile/to-statements.ts';
import type { Point } from './arrange-points.ts';
import type { ComputedMap, Maps } from './create-maps.ts';

/** In UTF-16 units. */
const maxExcerptLength = 160;
/** The number of memories that are read without a pause, because some have long texts. */
const pageSize = 20;

/** A memory on a map. */
export interface MapPoint extends Point {
  memoryId: string;
  excerpt: string;
  userId: string;
  agentId: string | null;
  project: string | null;
  memoryType: string | null;
  occurredAt: number;
}

/** A map of the memories in a scope. It has no `computedAt` while it is being computed. */
export interface MemoryMap {
  status: 'ready' | 'computing';
  total: number | null;
  points: MapPoint[];
  computedAt: number | null;
}

export interface MapServices {
  store: MemoryStore;
  maps: Maps;
}

/**
 * Returns the map of a scope, if it is computed. Its memories are read now, so that deleted, expired and restricted
 * ones are left out.
 */
export async function getMap({ store, maps }: MapServices, input: ScopeInput): Promise<MemoryMap> {
  const scope = toScope(input);
  const state = await maps.get(scope);
  if (state.status === 'computing') return { ...state, points: [], computedAt: null };
  const { status, total, computedAt, positions } = state;
  return { status, total, computedAt, points: await readPoints(store, input, positions) };
}

async function readPoints(
  store: MemoryStore,
  input: ScopeInput,
  positions: ComputedMap['positions'],
): Promise<MapPoint[]> {
  const { accountId, restriction = null } = input;
  const ids = [...positions.keys()].sort();
  const points: MapPoint[] = [];
  for (let from = 0; from < ids.length; from += pageSize) {
    await waitForRound(accountId);
    for (const memory of await store.getMany(accountId, ids.slice(from, from + pageSize))) {
      if (isWithin(memory, restriction) && meetsMetadata(input, memory.metadata))
        points.push(toPoint(memory, positions.get(memory.id) as Point));
    }
  }
  return points;
}

function toPoint(memory: Memory, { x, y }: Point): MapPoint {
  return {
    ...{ memoryId: memory.id, x, y, excerpt: toOneLine(memory.text, maxExcerptLength) },
    ...{ userId: effectiveUserOf(memory), agentId: memory.agentId, occurredAt: memory.occurredAt },
    project: firstString(memory.metadata, 'project'),
    memoryType: firstString(memory.metadata, 'memory_type'),
  };
}

function firstString(metadata: Metadata, key: string): string | null {
  const value = [metadata[key]].flat().find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : null;
}

import { toMilliseconds } from '../../api/dates.ts';
import { memoryTag, namesTag } from '../../api/headers.ts';
import type { Handlers } from '../../api/operation-types.ts';
import {
  presentExpected,
  presentHit,
  presentMap,
  presentMemory,
  presentProfile,
  presentVersion,
  presentWarnings,
  warningsAbout,
} from '../../api/present-memory.ts';
import { listOrders, type ScopeParameters, toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices, SearchServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { getMap, type MapServices } from '../../domain/map/maps.ts';
import { missingMemory } from '../../domain/memories/commit-write.ts';
import { listMemories } from '../../domain/memories/list-memories.ts';
import { getMemoryAsOf, listMemoryVersions } from '../../domain/memories/memory-versions.ts';
import { isWithin, type ScopeInput, toScope } from '../../domain/memories/scope.ts';
import { getProfile, type ProfileServices } from '../../domain/profile/get-profile.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import { findSimilarMemories } from '../../domain/search/similar-memories.ts';
import { countSearch } from '../../domain/usage/quota.ts';

export function readHandlers(services: SearchServices & ProfileServices & MapServices) {
  return { ...memoryHandlers(services), ...searchHandlers(services), ...summaryHandlers(services) };
}

function memoryHandlers({ store }: Pick<HttpServices, 'store'>) {
  return {
    async getMemory({ path, query, header }, { account, restriction }) {
      const asOf = query.as_of === undefined ? undefined : toMilliseconds('/as_of', query.as_of);
      const current = await store.get(account.id, path.memory_id);
      if (!current) throw missingMemory();
      const memory = asOf === undefined ? current : await getMemoryAsOf(store, current, asOf);
      // A former version may have been in another project.
      if (!isWithin(memory, restriction)) throw missingMemory();
      const headers = { ETag: memoryTag(memory) };
      if (namesTag(header('if-none-match'), headers.ETag)) return { status: 304, headers };
      return { status: 200, headers, body: presentMemory(memory) };
    },

    async listMemoryVersions({ path, query }, { account, restriction }) {
      const { limit = 50, cursor } = query;
      const list = { accountId: account.id, id: path.memory_id, restriction, limit, cursor };
      const { versions, nextCursor } = await listMemoryVersions(store, list);
      return { status: 200, body: { results: versions.map(presentVersion), next_cursor: nextCursor } };
    },

    async listMemories({ query }, principal) {
      const { order: name, direction, status, limit = 1_000, cursor } = query;
      const order = name && listOrders[name];
      const list = { ...scopeOf(query, principal), order, direction, status, limit, cursor };
      const { memories, nextCursor } = await listMemories(store, list);
      const warnings = await warningsAbout(store, list, memories.length === 0);
      return { status: 200, body: { results: memories.map(presentMemory), next_cursor: nextCursor, ...warnings } };
    },
  } satisfies Partial<Handlers>;
}

function searchHandlers(services: SearchServices) {
  const { store } = services;
  return {
    async searchMemories({ body, nullNames, counted }, principal) {
      const { query, top_k: topK = 10, filters, where, threshold, rerank, explain, expect } = body;
      const options = { query, topK, filters, where, threshold, rerank, explain, expect };
      const search = { ...scopeOf(body, principal), ...options };
      const find = () => searchMemories(services, search);
      const { hits, degraded, expected } = await countSearch(services, principal.account, find);
      counted('memory_search');
      const expectation = expected ? { expected: presentExpected(expected) } : {};
      const warnings = await warningsAbout(store, { ...search, nullNames }, hits.length === 0);
      return { status: 200, body: { results: hits.map(presentHit), degraded, ...expectation, ...warnings } };
    },

    async listSimilarMemories({ path, query, counted }, { account, restriction }) {
      const count = <Found>(find: () => Promise<Found>) => countSearch(services, account, find);
      const similar = { accountId: account.id, id: path.memory_id, restriction, topK: query.top_k ?? 10, count };
      const { hits, degraded, warnings, isSearch } = await findSimilarMemories(services, similar);
      if (isSearch) counted('memory_search');
      return { status: 200, body: { results: hits.map(presentHit), degraded, ...presentWarnings(warnings) } };
    },
  } satisfies Partial<Handlers>;
}

function summaryHandlers(services: ProfileServices & MapServices) {
  const { store } = services;
  return {
    async getFacets({ query }, principal) {
      const scope = scopeOf(query, principal);
      const { memoryTypes, ...facets } = await store.countValues(toScope(scope));
      const warnings = await warningsAbout(store, scope, facets.total === 0);
      return { status: 200, body: { ...facets, memory_types: memoryTypes, ...warnings } };
    },

    async getMap({ query }, principal) {
      const scope = scopeOf(query, principal);
      const map = await getMap(services, scope);
      return { status: 200, body: { ...presentMap(map), ...(await warningsAbout(store, scope, map.total === 0)) } };
    },

    async getProfile({ query }, principal) {
      const scope = scopeOf(query, principal);
      const profile = await getProfile(services, { ...scope, maxCharacters: query.max_characters ?? 2_000 });
      const warnings = await warningsAbout(store, scope, profile.memoryCount === 0);
      return { status: 200, body: { ...presentProfile(profile), ...warnings } };
    },
  } satisfies Partial<Handlers>;
}

function scopeOf(parameters: ScopeParameters, { account, restriction }: Principal): ScopeInput {
  return { ...toScopeInput(account.id, parameters), restriction };
}

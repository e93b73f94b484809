import { toMilliseconds } from '../../api/dates.ts';
import { memoryTag, namesTag } from '../../api/entity-tags.ts';
import type { Handlers } from '../../api/operation-types.ts';
import { presentMap } from '../../api/present-map.ts';
import {
  presentExpected,
  presentHit,
  presentMemory,
  presentVersion,
  presentWarnings,
} from '../../api/present-memory.ts';
import { presentProfile } from '../../api/present-profile.ts';
import { listOrders, toScopeInput } from '../../api/scope-parameters.ts';
import type { SearchServices } from '../../api/services.ts';
import { getMap, type MapServices } from '../../domain/map/get-map.ts';
import { missingMemory } from '../../domain/memories/commit-write.ts';
import { isWithin } from '../../domain/memories/key-restriction.ts';
import { listMemories } from '../../domain/memories/list-memories.ts';
import { getMemoryAsOf, listMemoryVersions } from '../../domain/memories/memory-versions.ts';
import { toScope } from '../../domain/memories/scope.ts';
import { findWarnings } from '../../domain/memories/warnings.ts';
import { getProfile, type ProfileServices } from '../../domain/profile/get-profile.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import { findSimilarMemories } from '../../domain/search/similar-memories.ts';
import { countSearch } from '../../domain/usage/quota.ts';

type ReadOperation =
  | 'getFacets'
  | 'getMap'
  | 'getMemory'
  | 'getProfile'
  | 'listMemories'
  | 'listMemoryVersions'
  | 'listSimilarMemories'
  | 'searchMemories';

/** Creates the handlers that read memories. */
export function readHandlers(services: SearchServices & ProfileServices & MapServices): Pick<Handlers, ReadOperation> {
  const { store } = services;
  return {
    async getMemory({ path, query, header }, { account, restriction }) {
      const asOf = query.as_of === undefined ? undefined : toMilliseconds('/as_of', query.as_of);
      const present = await store.get(account.id, path.memory_id);
      if (!present) throw missingMemory();
      const memory = asOf === undefined ? present : await getMemoryAsOf(store, present, asOf);
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

    async listMemories({ query }, { account, restriction }) {
      const { order, direction, status, limit = 1_000, cursor } = query;
      const list = {
        ...toScopeInput(account.id, query),
        restriction,
        order: order && listOrders[order],
        ...{ direction, status, limit, cursor },
      };
      const { memories, nextCursor } = await listMemories(store, list);
      const warnings = presentWarnings(await findWarnings(store, list, memories.length === 0));
      return { status: 200, body: { results: memories.map(presentMemory), next_cursor: nextCursor, ...warnings } };
    },

    async searchMemories({ body, counted }, { account, restriction }) {
      const search = {
        ...toScopeInput(account.id, body),
        restriction,
        query: body.query,
        topK: body.top_k ?? 10,
        filters: body.filters,
        where: body.where,
        threshold: body.threshold,
        rerank: body.rerank,
        explain: body.explain,
        expect: body.expect,
      };
      const { hits, degraded, expected } = await countSearch(services, account, () => searchMemories(services, search));
      counted('memory_search');
      const expectation = expected ? { expected: presentExpected(expected) } : {};
      const warnings = presentWarnings(await findWarnings(store, search, hits.length === 0));
      return { status: 200, body: { results: hits.map(presentHit), degraded, ...expectation, ...warnings } };
    },

    async listSimilarMemories({ path, query, counted }, { account, restriction }) {
      const similar = {
        accountId: account.id,
        id: path.memory_id,
        restriction,
        topK: query.top_k ?? 10,
        count: <Found>(find: () => Promise<Found>) => countSearch(services, account, find),
      };
      const { hits, degraded, warnings, isSearch } = await findSimilarMemories(services, similar);
      if (isSearch) counted('memory_search');
      return { status: 200, body: { results: hits.map(presentHit), degraded, ...presentWarnings(warnings) } };
    },

    async getFacets({ query }, { account, restriction }) {
      const scope = { ...toScopeInput(account.id, query), restriction };
      const { memoryTypes, ...facets } = await store.countValues(toScope(scope));
      const warnings = presentWarnings(await findWarnings(store, scope, facets.total === 0));
      return { status: 200, body: { ...facets, memory_types: memoryTypes, ...warnings } };
    },

    async getMap({ query }, { account, restriction }) {
      const scope = { ...toScopeInput(account.id, query), restriction };
      const map = await getMap(services, scope);
      const warnings = presentWarnings(await findWarnings(store, scope, map.total === 0));
      return { status: 200, body: { ...presentMap(map), ...warnings } };
    },

    async getProfile({ query }, { account, restriction }) {
      const scope = { ...toScopeInput(account.id, query), restriction };
      const profile = await getProfile(services, { ...scope, maxCharacters: query.max_characters ?? 2_000 });
      const warnings = presentWarnings(await findWarnings(store, scope, profile.memoryCount === 0));
      return { status: 200, body: { ...presentProfile(profile), ...warnings } };
    },
  };
}

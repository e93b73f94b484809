import type { ListParams, Memory, MemoryList, SearchResponse, SearchResult } from '@mnema/sdk';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { cutText } from './cut-text.ts';
import { listParamsOf, type MemoriesSearch, scopeOf } from './search-params.ts';

/** A memory of a list or of the results of a search. */
export type Listed = Memory | SearchResult;

const pageSize = 200;
const resultCount = 50;
const similarCount = 6;
const maxQueryLength = 8_000;
const pollMs = 2_000;
/** A list of many pages is read again page by page, so only a short one is. */
const freshMs = 60_000;

const listKey = ['memories', 'list'] as const;
const searchKey = ['memories', 'search'] as const;

type Lists = InfiniteData<MemoryList>;
const isShort = (data: Lists | undefined): boolean => data?.pages.length === 1;

export function listQuery(search: MemoriesSearch) {
  const params = listParamsOf(search);
  return infiniteQueryOptions({
    queryKey: [...listKey, params],
    queryFn: async ({ pageParam, signal }) => await mnema.list(withCursor(params, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: search.q === undefined,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    refetchInterval: ({ state: { data } }) =>
      isShort(data) && data?.pages[0]?.results.some(({ status }) => status === 'pending') ? pollMs : false,
  });
}

const withCursor = (params: ListParams, cursor: string | null): ListParams => ({
  ...params,
  limit: pageSize,
  ...(cursor !== null && { cursor }),
});

/** A search counts towards the quota, so it is never repeated by itself. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false, refetchOnWindowFocus: false } as const;

export function searchQuery(search: MemoriesSearch) {
  const query = cutText(search.q ?? '', maxQueryLength);
  const params = { ...scopeOf(search), query, top_k: resultCount, explain: true };
  return queryOptions({
    queryKey: [...searchKey, params],
    queryFn: ({ signal }) => mnema.search(params, { signal }),
    enabled: search.q !== undefined,
    placeholderData: keepPreviousData,
    ...once,
  });
}

/** Requests the reason why a memory is not among the results of a search. */
export function expectQuery(search: MemoriesSearch, id: string) {
  const query = cutText(search.q ?? '', maxQueryLength);
  const params = { ...scopeOf(search), query, top_k: resultCount, explain: true, expect: id };
  return queryOptions({
    queryKey: ['memories', 'expect', params],
    queryFn: ({ signal }) => mnema.search(params, { signal }),
    ...once,
  });
}

/** The values that the filters offer are those of the whole account, so that one can be exchanged for another. */
export const facetsQuery = (search: MemoriesSearch = {}) => {
  const scope = scopeOf(search);
  return queryOptions({
    queryKey: ['memories', 'facets', scope],
    queryFn: ({ signal }) => mnema.facets(scope, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
};

export const memoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['memories', 'one', id],
    queryFn: ({ signal }) => mnema.get(id, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['memories', 'versions', id],
    queryFn: async ({ pageParam, signal }) =>
      await mnema.versions(id, pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** The memories most like another one. A pending one has no similar ones until it is ready. */
export const similarQuery = ({ id, version, status }: Memory) =>
  queryOptions({
    queryKey: ['memories', 'similar', id, version, status],
    queryFn: ({ signal }) => mnema.similar(id, { top_k: similarCount }, { signal }),
    ...once,
  });

function mapLists(change: <Item extends Listed>(items: Item[]) => Item[]): void {
  queryClient.setQueriesData<Lists>(
    { queryKey: listKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, results: change(page.results) })) },
  );
  queryClient.setQueriesData<SearchResponse>(
    { queryKey: searchKey },
    (data) => data && { ...data, results: change(data.results) },
  );
}

/** Shows a memory as the server has returned it, in the panel and in all lists. */
export function showMemory(memory: Memory): void {
  const known = queryClient.getQueryData(memoryQuery(memory.id).queryKey);
  if (known !== memory) queryClient.setQueryData(memoryQuery(memory.id).queryKey, memory);
  mapLists((items) =>
    items.map((item) => {
      if (item.id !== memory.id) return item;
      return 'score' in item
        ? { ...item, memory: memory.memory, metadata: memory.metadata, expires_at: memory.expires_at }
        : { ...item, ...memory };
    }),
  );
}

/** A memory has another content now. */
export function showChange(memory: Memory): void {
  showMemory(memory);
  void queryClient.invalidateQueries({ queryKey: ['memories', 'versions', memory.id] });
  void queryClient.invalidateQueries({ queryKey: ['memories', 'facets'] });
}

/** There is a new memory: the lists begin again. */
export function showNewMemory(): void {
  void queryClient.resetQueries({ queryKey: listKey });
  void queryClient.invalidateQueries({ queryKey: ['memories', 'facets'] });
}

/** Leaves memories out of all lists. */
export function hideMemories(ids: ReadonlySet<string>): void {
  mapLists((items) => items.filter(({ id }) => !ids.has(id)));
  for (const id of ids) queryClient.removeQueries({ queryKey: ['memories', 'one', id] });
  void queryClient.invalidateQueries({ queryKey: ['memories', 'facets'] });
}

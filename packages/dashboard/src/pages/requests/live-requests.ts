import type { LoggedRequest, RequestList, RequestListParams, RequestTailParams } from '@mnema/sdk';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { mnema } from '../../api/client.ts';
import { connection } from '../../api/connection.ts';
import { queryClient, reportError } from '../../api/query-client.ts';

/** `away`: it continues when the server responds again. */
export type LiveState = 'off' | 'on' | 'away';

interface LiveOptions {
  isOn: boolean;
  /** The key of the list that new requests are added to, as its query has it. */
  queryKey: readonly unknown[];
  params: RequestListParams;
  /** Further work of the page with a new request. */
  onRequest?: (row: LoggedRequest) => void;
}

const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Adds each request to a list soon after it was logged, while the page is visible and the server responds. */
export function useLiveRequests({ isOn, queryKey, params, onRequest }: LiveOptions): LiveState {
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const isHere = connection.use() === 'here';
  const isFollowing = isOn && isVisible && isHere;
  const name = JSON.stringify(queryKey);
  const follow = useEffectEvent(async (signal: AbortSignal) => {
    const { limit = 100, offset: _offset, to: _to, from: _from, ...filters } = params;
    const page = await mnema.requests.list(params, { signal });
    queryClient.setQueryData<RequestList>(queryKey, page);
    const tail: RequestTailParams = { ...filters, after: page.newer_cursor };
    for await (const row of mnema.requests.tail(tail, { signal })) {
      queryClient.setQueryData<RequestList>(queryKey, (list) => list && withRow(list, row, limit));
      onRequest?.(row);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin a new list
  useEffect(() => {
    if (!isFollowing) return;
    const controller = new AbortController();
    follow(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) reportError(error);
    });
    return () => controller.abort();
  }, [isFollowing, name]);
  return isOn ? (isHere ? 'on' : 'away') : 'off';
}

/** A request may be in the list already: it was logged while the list was read. */
function withRow(list: RequestList, row: LoggedRequest, limit: number): RequestList {
  if (list.results.some(({ id }) => id === row.id)) return list;
  const results = [row, ...list.results].sort((left, right) => (left.created_at < right.created_at ? 1 : -1));
  return { ...list, results: results.slice(0, limit), total: list.total + 1 };
}

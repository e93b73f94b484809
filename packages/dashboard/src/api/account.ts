import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { mnema } from './client.ts';

/** The account of the session, which never changes while a page is open. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => mnema.auth.me({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useAccount = () => useSuspenseQuery(accountQuery).data;

import type { MemoryMap } from '@mnema/sdk';
import { queryOptions } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

const pollMs = 1_000;
const freshMs = 60_000;
const queryKey = ['memories', 'map'];

interface MapRead {
  latest: MemoryMap;
  /** The last map with points, which stays while the next one is computed. */
  shown: MemoryMap | undefined;
}

/** The map of all memories, which is requested again until it is computed. */
export const mapQuery = queryOptions({
  queryKey,
  async queryFn({ signal }): Promise<MapRead> {
    const latest = await mnema.map({}, { signal });
    const before = queryClient.getQueryData<MapRead>(queryKey)?.shown;
    return { latest, shown: latest.status === 'ready' ? latest : before };
  },
  staleTime: freshMs,
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (data?.latest.status === 'computing' ? pollMs : false),
});

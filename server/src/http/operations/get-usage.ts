import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { getUsage, type Used } from '../../domain/usage/get-usage.ts';

export function getUsageHandler(services: Pick<HttpServices, 'usage' | 'clock'>): Handler<'getUsage'> {
  return async (_request, { account }) => {
    const { plan, period, memoryWrites, memorySearches, endUsers, projects } = await getUsage(services, account);
    return {
      status: 200,
      body: {
        plan,
        period: { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() },
        memory_write: withRemaining(memoryWrites),
        memory_search: withRemaining(memorySearches),
        end_users: endUsers,
        projects,
      },
    };
  };
}

/** After a change to a smaller plan more may be used than there is. */
function withRemaining({ used, limit }: Used) {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

import type { ScopeInput } from '../domain/memories/scope.ts';
import type { TimeRange } from '../ports/memory.ts';
import { toTimeRange } from './dates.ts';
import type { OperationRequest } from './operation-types.ts';

/** The scope parameters, which have the same names in queries, bodies and arguments of tools. */
export type ScopeParameters = OperationRequest<'getFacets'>['query'];

export const listOrders = { created_at: 'createdAt', occurred_at: 'occurredAt' } as const;

/** @throws {DomainError} `invalid_request` for an invalid time, and for a range that ends before it begins */
export function toScopeInput(accountId: string, parameters: ScopeParameters): ScopeInput {
  const { user_id: userId, agent_id: agentId, run_id: runId, project, source, memory_type, tag } = parameters;
  return {
    ...{ accountId, userId, agentId, runId, project, source, memoryType: memory_type, tag },
    occurred: toScopeRange(parameters, 'occurred_from', 'occurred_to'),
    created: toScopeRange(parameters, 'created_from', 'created_to'),
  };
}

type TimeName = Extract<keyof ScopeParameters, `${string}_from` | `${string}_to`>;

function toScopeRange(parameters: ScopeParameters, from: TimeName, to: TimeName): TimeRange | undefined {
  if (parameters[from] === undefined && parameters[to] === undefined) return undefined;
  return toTimeRange(parameters, from, to);
}

import { invalidRequest } from '../../ports/errors.ts';
import type { Metadata } from '../../ports/memory.ts';
import type { Scope } from '../../ports/memory-store.ts';
import { type Filters, toFilterAlternatives, toFilterKeys } from '../text/filter-keys.ts';
import type { Restriction } from './key-restriction.ts';

/** The conditions that may narrow a list, a search or another operation. A memory must match all of them. */
export interface ScopeInput extends Omit<Scope, 'filterKeys'> {
  project?: string | undefined;
  source?: string | undefined;
  memoryType?: string | undefined;
  tag?: string | undefined;
  /** Exact metadata matches. */
  filters?: Filters | undefined;
  /** The restriction of the caller. Its values are already in the other fields. */
  restriction?: Restriction | undefined;
}

/** The maximum of values of all filters together. The stores read each value separately. */
const maxFilterValues = 2_000;

/** @throws {DomainError} `invalid_request` when the filters have too many values */
export function toScope(input: ScopeInput): Scope {
  const { accountId, userId, withoutEndUsers, agentId, runId, occurred, created, filters = {} } = input;
  const values = Object.values(filters).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  );
  if (values > maxFilterValues) {
    const message = `have ${values} values in total; send at most ${maxFilterValues}`;
    throw invalidRequest({ path: '/filters', message });
  }
  const filterKeys = metadataConditions(input).map(({ alternatives }) => alternatives);
  return {
    ...{ accountId, userId, withoutEndUsers, agentId, runId, occurred, created },
    filterKeys: filterKeys.length > 0 ? filterKeys : undefined,
  };
}

/** A condition on metadata: the name of its field in a search, and the accepted filter keys. */
interface MetadataCondition {
  name: string;
  alternatives: string[];
}

export function metadataConditions(input: ScopeInput): MetadataCondition[] {
  const { project, source, memoryType, tag, filters = {} } = input;
  const parameters = [
    ['project', 'project', project],
    ['source', 'source', source],
    ['memory_type', 'memory_type', memoryType],
    ['tag', 'tags', tag],
  ] as const;
  const conditions = [
    ...parameters.flatMap(([name, key, value]) => (value === undefined ? [] : [{ name, key, value }])),
    ...Object.entries(filters).map(([key, value]) => ({ name: `filters.${key}`, key, value })),
  ];
  return conditions.map(({ name, key, value }) => {
    const [alternatives = []] = toFilterAlternatives({ [key]: value });
    return { name, alternatives };
  });
}

/** Whether metadata still meet the conditions. They may have changed after the memory was found. */
export function meetsMetadata(input: ScopeInput, metadata: Metadata): boolean {
  const conditions = metadataConditions(input);
  if (conditions.length === 0) return true;
  const keys = new Set(toFilterKeys(metadata));
  return conditions.every(({ alternatives }) => alternatives.some((key) => keys.has(key)));
}

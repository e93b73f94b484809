import type { SearchScope } from '../../ports/candidate-index.ts';
import { type Condition, conditionGroups, toMatcher, type Where } from '../../ports/conditions.ts';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory.ts';
import { type ScopeInput, toScope } from '../memories/scope.ts';
import { type FilterValue, toFilterAlternatives } from '../text/memory-index.ts';

export interface SearchScopeInput extends ScopeInput {
  where?: Where | undefined;
}

const maxConditions = 50;

/** @throws {DomainError} `invalid_request` for too many conditions, and for values that their `op` does not accept */
export function toSearchScope(input: SearchScopeInput): SearchScope {
  const scope = toScope(input);
  const { where } = input;
  if (where === undefined) return scope;
  const named = conditionGroups.flatMap((group) =>
    (where[group] ?? []).map((condition, at) => ({ path: `/where/${group}/${at}`, condition })),
  );
  if (named.length > maxConditions) {
    const message = `has ${named.length} conditions in total; send at most ${maxConditions}`;
    throw invalidRequest({ path: '/where', message });
  }
  const faults = named.flatMap(({ path, condition }): FieldError[] => {
    const message = findFault(condition);
    return message === null ? [] : [{ path: `${path}/value`, message }];
  });
  if (faults.length > 0) throw invalidRequest(...faults);
  if (named.length === 0) return scope;
  const impliedFilterKeys = (where.all ?? []).flatMap(toImplied);
  return { ...scope, where, ...(impliedFilterKeys.length > 0 ? { impliedFilterKeys } : {}) };
}

function findFault({ op, value }: Condition): string | null {
  const isList = Array.isArray(value);
  if (op === 'in' || op === 'not_in') return isList ? null : `must be an array of 1 to 1,000 values for ${op}`;
  if (op === 'exists') return typeof value === 'boolean' ? null : 'must be true or false for exists';
  const isOrder = op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte';
  if (!isOrder) return isList ? `must be one value for ${op}; for several use in or not_in` : null;
  return typeof value === 'number' || typeof value === 'string' ? null : `must be a number or a string for ${op}`;
}

/** Returns filter keys of which a memory has at least one if it meets a condition. Others may have them, too. */
function toImplied({ key, op, value }: Condition): string[][] {
  if (op !== 'eq' && op !== 'in') return [];
  const values = [value].flat();
  return values.includes(null) ? [] : toFilterAlternatives({ [key]: values as FilterValue[] });
}

/** Lists the conditions that exclude a memory, such as `where.all.0`. */
export function unmetConditions({ where = {} }: SearchScopeInput, { metadata }: Pick<Memory, 'metadata'>): string[] {
  const isMet = (condition: Condition) => toMatcher({ all: [condition] })(metadata);
  const unmet = (group: 'all' | 'none') =>
    where[group]?.flatMap((one, at) => (isMet(one) === (group === 'all') ? [] : `where.${group}.${at}`)) ?? [];
  const any = where.any && !where.any.some(isMet) ? ['where.any'] : [];
  return [...unmet('all'), ...any, ...unmet('none')];
}

import type { ListParams, MemoryStatus } from '@mnema/sdk';

export const scopeKeys = ['user_id', 'agent_id', 'run_id', 'project', 'source', 'memory_type', 'tag'] as const;
export type ScopeKey = (typeof scopeKeys)[number];

export const statuses = ['pending', 'ready', 'failed'] as const satisfies readonly MemoryStatus[];
export const sorts = ['created_at-desc', 'created_at-asc', 'occurred_at-desc', 'occurred_at-asc'] as const;
export type Sort = (typeof sorts)[number];
export const views = ['memory', 'why', 'versions', 'similar'] as const;
export type View = (typeof views)[number];

/** Everything in a link to this page. */
export interface MemoriesSearch extends Partial<Record<ScopeKey, string>> {
  /** The query of the search. */
  q?: string;
  status?: MemoryStatus;
  /** The time that `from` and `to` are about; `created_at` when it is left out. */
  date?: 'occurred_at';
  /** The first and the last day, in UTC: 2026-03-04. */
  from?: string;
  to?: string;
  sort?: Sort;
  /** The id of the memory in the panel, or `new`. */
  id?: string;
  view?: View;
}

export const newMemory = 'new';
const dayMs = 24 * 60 * 60 * 1_000;

/** The router reads `?tag=2026` as a number. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value) || undefined;
}

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}

const oneOf = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

/** Reads a link. Unknown values are ignored. */
export function readSearch(given: Record<string, unknown>): MemoriesSearch {
  const read: { [Name in keyof MemoriesSearch]: MemoriesSearch[Name] | undefined } = {
    q: readText(given['q']),
    status: oneOf(given['status'], statuses),
    date: oneOf(given['date'], ['occurred_at']),
    from: readDay(given['from']),
    to: readDay(given['to']),
    sort: oneOf(given['sort'], sorts),
    id: readText(given['id']),
    view: oneOf(given['view'], views),
  };
  for (const key of scopeKeys) read[key] = readText(given[key]);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Whether the last day is before the first one, which no memory can fit. */
export const isBackwards = ({ from, to }: MemoriesSearch): boolean =>
  from !== undefined && to !== undefined && from > to;

type Scope = Pick<ListParams, ScopeKey | 'created_from' | 'created_to' | 'occurred_from' | 'occurred_to'>;

/** The scope parameters of a link, as lists, searches and facets take them. */
export function scopeOf(search: MemoriesSearch): Scope {
  const scope: Scope = {};
  for (const key of scopeKeys) {
    const value = search[key];
    if (value !== undefined) scope[key] = value;
  }
  const { from, to } = isBackwards(search) ? {} : search;
  const about = search.date === 'occurred_at' ? 'occurred' : 'created';
  if (from !== undefined) scope[`${about}_from`] = `${from}T00:00:00Z`;
  // The last day is shown as a whole, but the end of a scope is not part of it.
  if (to !== undefined) scope[`${about}_to`] = new Date(Date.parse(to) + dayMs).toISOString();
  return scope;
}

/** The parameters of a list. */
export function listParamsOf(search: MemoriesSearch): ListParams {
  const { status, sort = sorts[0] } = search;
  const [order, direction] = sort.split('-') as ['created_at' | 'occurred_at', 'desc' | 'asc'];
  return { ...scopeOf(search), ...(status && { status }), order, direction };
}

/** Whether anything narrows the list. */
export const isNarrowed = (search: MemoriesSearch): boolean =>
  search.q !== undefined || search.status !== undefined || Object.keys(scopeOf(search)).length > 0;

/** The link without everything that narrows the list. */
export const withoutFilters = ({ id, sort }: MemoriesSearch): MemoriesSearch => ({
  ...(id !== undefined && { id }),
  ...(sort !== undefined && { sort }),
});

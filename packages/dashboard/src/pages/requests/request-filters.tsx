import { useQuery } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { formatDay } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';
import {
  isFiltered,
  outcomes,
  type Period,
  periods,
  type RequestsSearch,
  readRequestsSearch,
  sources,
} from './requests-search.ts';

const statuses = [200, 202, 400, 401, 403, 404, 409, 412, 413, 422, 429, 499, 500, 503];
const dayMs = 86_400_000;

interface RequestFiltersProps {
  search: RequestsSearch;
  onChange: (search: RequestsSearch) => void;
}

/** The filters of the log. A request must match all of them. */
export function RequestFilters({ search, onChange }: RequestFiltersProps) {
  const words = texts.requests.filters;
  const operations = useOperations();
  const keys = useKeys();
  const { page: _page, ...filters } = search;
  const set = (changes: Record<string, unknown>): void => onChange(readRequestsSearch({ ...filters, ...changes }));
  const choose = (name: keyof RequestsSearch, label: string, any: string, choices: [string, string][]) => {
    const value = String(search[name] ?? '');
    const isMissing = value !== '' && choices.every(([one]) => one !== value);
    return (
      <SelectField
        label={label}
        value={value}
        choices={[['', any], ...(isMissing ? [[value, value] as const] : []), ...choices]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    );
  };
  return (
    <section aria-label={words.title} className={styles['filters']}>
      <PeriodField search={search} onChange={set} />
      {choose(
        'outcome',
        words.outcome,
        words.anyOutcome,
        outcomes.map((one) => [one, words.outcomes[one]]),
      )}
      {choose(
        'status',
        words.status,
        words.anyStatus,
        statuses.map((one) => [String(one), String(one)]),
      )}
      {choose(
        'operation',
        words.operation,
        words.anyOperation,
        operations.map((one) => [one, one]),
      )}
      {choose(
        'source',
        words.source,
        words.anySource,
        sources.map((one) => [one, words.sources[one]]),
      )}
      {choose('key', words.key, words.anyKey, keys)}
      {isFiltered(search) && (
        <Button look="quiet" icon="close" onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </section>
  );
}

function PeriodField({
  search,
  onChange,
}: {
  search: RequestsSearch;
  onChange: (changes: Record<string, unknown>) => void;
}) {
  const words = texts.requests.filters;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const yesterday = { from: new Date(today - dayMs).toISOString(), to: new Date(today).toISOString() };
  const isYesterday = search.from === yesterday.from && search.to === yesterday.to;
  const isChosen = search.period === undefined && (search.from !== undefined || search.to !== undefined);
  // The end is exclusive; the day that a person sees is the last one in it.
  const last = search.to && new Date(Date.parse(search.to) - 1).toISOString();
  const [first, final] = [search.from ? formatDay(search.from) : '…', last ? formatDay(last) : '…'];
  const chosen = first === final ? first : words.chosen(first, final);
  return (
    <SelectField
      label={words.period}
      value={search.period ?? (isYesterday ? 'yesterday' : isChosen ? 'chosen' : '')}
      choices={[
        ['', words.anyPeriod],
        ...(Object.keys(periods) as Period[]).map((period) => [period, words.periods[period]] as const),
        ['yesterday', words.yesterday],
        ...(isChosen && !isYesterday ? [['chosen', chosen] as const] : []),
      ]}
      onChange={({ target: { value } }) => {
        if (value === 'yesterday') onChange({ period: undefined, ...yesterday });
        else onChange({ period: value, from: undefined, to: undefined });
      }}
    />
  );
}

/** The operations that the account has called in the last year, the most frequent first. */
function useOperations(): string[] {
  const { data } = useQuery({
    queryKey: ['requests', 'operations'],
    queryFn: ({ signal }) => mnema.requests.stats({}, { signal }),
    staleTime: 60_000,
  });
  return data?.by_operation.map(({ operation }) => operation) ?? [];
}

function useKeys(): [string, string][] {
  const { data } = useQuery({
    queryKey: ['api-keys', 'filter'],
    queryFn: async ({ signal }) => await mnema.apiKeys.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });
  return data?.results.map(({ id, label, key_prefix }) => [id, `${label} (${key_prefix}…)`]) ?? [];
}

import type { Facets, FacetsParams } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './filters.module.css';
import { facetsQuery } from './queries.ts';
import {
  isBackwards,
  type MemoriesSearch,
  type ScopeKey,
  type Sort,
  scopeKeys,
  sorts,
  statuses,
} from './search-params.ts';

type FacetName = Exclude<keyof Facets, 'total' | 'warnings'>;

const facetOf: Record<ScopeKey, FacetName> = {
  user_id: 'users',
  agent_id: 'agents',
  run_id: 'runs',
  project: 'projects',
  source: 'sources',
  memory_type: 'memory_types',
  tag: 'tags',
} satisfies Record<ScopeKey & keyof FacetsParams, FacetName>;

/** The contract lists at most this many values; with as many there may be more, so they can be typed. */
const maxValues = 100;

interface FiltersProps {
  search: MemoriesSearch;
  onChange: (change: MemoriesSearch) => void;
  onClear: () => void;
}

/** The filters of the list: the chosen ones, each with a button that removes it, and the fields to choose them. */
export function Filters({ search, onChange, onClear }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chips = chosenOf(search);
  return (
    <div className={styles['filters']}>
      <div className={styles['bar']}>
        <Button look="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {texts.memories.filters.show}
          <span className={styles['arrow']}>
            <Icon name="down" size={16} />
          </span>
        </Button>
        {chips.map(({ key, name, value }) => (
          <button
            key={key}
            type="button"
            className={styles['chip']}
            aria-label={texts.memories.filters.remove(name, value)}
            onClick={() => onChange({ [key]: undefined })}
          >
            <span>{name}</span> <bdi>{value}</bdi>
            <Icon name="close" size={14} />
          </button>
        ))}
        {chips.length > 0 && (
          <Button look="quiet" onClick={onClear}>
            {texts.memories.clear}
          </Button>
        )}
      </div>
      <div id={id}>{isOpen && <Fields search={search} onChange={onChange} />}</div>
    </div>
  );
}

function chosenOf(search: MemoriesSearch): { key: keyof MemoriesSearch; name: string; value: string }[] {
  const { filters, statuses: names } = texts.memories;
  const chosen: { key: keyof MemoriesSearch; name: string; value: string }[] = [];
  for (const key of [...scopeKeys, 'from', 'to'] as const) {
    const value = search[key];
    if (value !== undefined) chosen.push({ key, name: filters[key], value });
  }
  const { status, q } = search;
  if (status !== undefined && q === undefined)
    chosen.push({ key: 'status', name: filters.status, value: names[status] });
  return chosen;
}

function Fields({ search, onChange }: Omit<FiltersProps, 'onClear'>) {
  const { filters, statuses: names } = texts.memories;
  const { data, isError } = useQuery(facetsQuery());
  const isSearch = search.q !== undefined;
  return (
    <fieldset className={styles['fields']}>
      <legend>{filters.group}</legend>
      {isError && data === undefined && <p className={styles['wide']}>{filters.failed}</p>}
      {scopeKeys.map((key) => (
        <ValueField
          key={key}
          label={filters[key]}
          values={data?.[facetOf[key]] ?? []}
          value={search[key] ?? ''}
          isUser={key === 'user_id'}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
      <SelectField
        label={filters.status}
        hint={isSearch ? filters.statusInSearch : undefined}
        disabled={isSearch}
        value={isSearch ? '' : (search.status ?? '')}
        choices={[['', filters.any], ...statuses.map((status) => [status, names[status]] as const)]}
        onChange={({ target }) => onChange({ status: target.value } as MemoriesSearch)}
      />
      <SelectField
        label={filters.date}
        value={search.date ?? ''}
        choices={[
          ['', filters.dates.created_at],
          ['occurred_at', filters.dates.occurred_at],
        ]}
        onChange={({ target }) => onChange({ date: target.value } as MemoriesSearch)}
      />
      <TextField
        label={filters.from}
        type="date"
        value={search.from ?? ''}
        error={isBackwards(search) ? filters.fromAfterTo : undefined}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={filters.to}
        type="date"
        hint={filters.day}
        value={search.to ?? ''}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      {!isSearch && (
        <SelectField
          label={filters.sort}
          value={search.sort ?? sorts[0]}
          choices={sorts.map((sort) => [sort, filters.sorts[sort]] as const)}
          onChange={({ target }) => onChange({ sort: target.value as Sort })}
        />
      )}
    </fieldset>
  );
}

interface ValueFieldProps {
  label: string;
  values: Facets['tags'];
  value: string;
  isUser: boolean;
  onChange: (value: string) => void;
}

function ValueField({ label, values, value, isUser, onChange }: ValueFieldProps) {
  const account = useAccount();
  const id = useId();
  // As a filter, the id of the account means everything that was written over REST, not memories without an end user.
  const offered = isUser ? values.filter((one) => one.value !== account.id) : values;
  if (values.length >= maxValues) {
    return (
      <>
        <TextField
          key={value}
          label={label}
          list={id}
          defaultValue={value}
          autoComplete="off"
          onBlur={({ target }) => target.value !== value && onChange(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value)}
        />
        <datalist id={id}>
          {offered.map((one) => (
            <option key={one.value} value={one.value} />
          ))}
        </datalist>
      </>
    );
  }
  const isKnown = value === '' || offered.some((one) => one.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      choices={[
        ['', texts.memories.filters.any],
        ...(isKnown ? [] : [[value, value] as const]),
        ...offered.map((one) => [one.value, `${one.value} (${formatNumber(one.count)})`] as const),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

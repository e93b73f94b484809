import type { LoggedRequest } from '@mnema/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { Latency } from './latency.tsx';
import { useLiveRequests } from './live-requests.ts';
import { LiveSwitch } from './live-switch.tsx';
import styles from './page.module.css';
import { RequestFilters } from './request-filters.tsx';
import { RequestPanel } from './request-panel.tsx';
import { RequestTable } from './request-table.tsx';
import { canBeLive, isFiltered, pageSize, type RequestsSearch, toListParams, toLiveSearch } from './requests-search.ts';

export const page = createLazyRoute('/signed-in/requests')({ component: RequestsPage });

function RequestsPage() {
  const search = page.useSearch();
  const navigate = useNavigate();
  const [isLive, setLive] = useState(false);
  const [arrived, setArrived] = useState(0);
  const { id, ...filters } = search;
  const queryKey = ['requests', 'list', filters];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => await mnema.requests.list(toListParams(filters), { signal }),
    placeholderData: keepPreviousData,
  });
  const live = useLiveRequests({
    isOn: isLive && canBeLive(filters),
    queryKey,
    params: toListParams(filters),
    onRequest: () => setArrived((count) => count + 1),
  });
  const opened = useOpened(id, data?.results);
  const words = texts.requests;
  const go = (next: RequestsSearch): void => void navigate({ to: '/requests', search: next });
  const switchLive = (isOn: boolean): void => {
    setLive(isOn);
    setArrived(0);
    if (isOn && !canBeLive(filters)) go(toLiveSearch(search));
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      panel={id !== undefined && <RequestPanel key={id} row={opened} onClose={() => go(filters)} />}
    >
      <RequestFilters search={filters} onChange={go} />
      <div className={styles['bar']}>
        <p aria-live={live === 'off' ? 'polite' : 'off'}>{data && words.total(formatNumber(data.total))}</p>
        <LiveSwitch state={live} arrived={arrived} onChange={switchLive} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data?.results.length === 0 && <NoRows isNarrowed={isFiltered(filters)} onClear={() => go({})} />}
      {data && data.results.length > 0 && (
        <>
          <RequestTable caption={words.table.caption} rows={data.results} search={search} />
          <Paging search={filters} total={data.total} onChange={go} />
        </>
      )}
      <Latency search={filters} />
    </Page>
  );
}

/** Returns the request of the panel, which stays when newer ones push it out of the list. */
function useOpened(id: string | undefined, rows: readonly LoggedRequest[] | undefined): LoggedRequest | undefined {
  const [known, setKnown] = useState<LoggedRequest>();
  const found = rows?.find((row) => row.id === id);
  if (found && found.id !== known?.id) setKnown(found);
  return found ?? (known?.id === id ? known : undefined);
}

function NoRows({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const words = texts.requests;
  if (!isNarrowed) {
    return (
      <EmptyState title={words.empty}>
        <Link to="/connect">{words.connect}</Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.none}>
      <Button onClick={onClear}>{words.filters.clear}</Button>
    </EmptyState>
  );
}

interface PagingProps {
  search: RequestsSearch;
  total: number;
  onChange: (search: RequestsSearch) => void;
}

function Paging({ search, total, onChange }: PagingProps) {
  const words = texts.requests;
  const { page: number = 1, ...filters } = search;
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <div className={styles['bar']}>
      <Button
        disabled={number === 1}
        onClick={() => onChange(number === 2 ? filters : { ...filters, page: number - 1 })}
      >
        {words.newer}
      </Button>
      <p>{words.page(formatNumber(number), formatNumber(pages))}</p>
      <Button disabled={number >= pages} onClick={() => onChange({ ...filters, page: number + 1 })}>
        {words.older}
      </Button>
    </div>
  );
}

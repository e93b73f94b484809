import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useDeferredIds } from '../../parts/deferred.ts';
import { formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { deleteWithUndo } from './delete-memories.ts';
import { Filters } from './filters.tsx';
import { MemoryList } from './memory-list.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { NewMemoryPanel } from './new-memory-panel.tsx';
import styles from './page.module.css';
import { facetsQuery, type Listed, listQuery, searchQuery } from './queries.ts';
import { SearchBar } from './search-bar.tsx';
import { isNarrowed, type MemoriesSearch, newMemory, withoutFilters } from './search-params.ts';
import { SelectionBar } from './selection-bar.tsx';

export const page = createLazyRoute('/signed-in/memories')({ component: MemoriesPage });

const none: ReadonlySet<string> = new Set();

/** The memories to show, from the list or from a search, without those that are being deleted. */
function useListed(search: MemoriesSearch) {
  const list = useInfiniteQuery(listQuery(search));
  const found = useQuery(searchQuery(search));
  const hidden = useDeferredIds();
  const isSearch = search.q !== undefined;
  const { data, error, isPlaceholderData, refetch } = isSearch ? found : list;
  const all = useMemo<Listed[] | undefined>(() => {
    if (data === undefined) return undefined;
    if ('results' in data) return data.results;
    // A list that is read again while memories are written may have one of them on two pages.
    return [...new Map(data.pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()];
  }, [data]);
  return {
    items: all?.filter(({ id }) => !hidden.has(id)),
    degraded: isSearch ? (found.data?.degraded.includes('vector') ?? false) : false,
    error: data === undefined || isPlaceholderData ? error : null,
    isStale: isPlaceholderData,
    retry: () => void refetch(),
    hasMore: !isSearch && list.hasNextPage,
    moreError: !isSearch && list.isFetchNextPageError ? list.error : null,
    loadMore: () => {
      if (!list.isFetchingNextPage) void list.fetchNextPage();
    },
  };
}

/** The changes that the parts of this page make to its link. */
function useActions(search: MemoriesSearch, setSelected: Dispatch<SetStateAction<ReadonlySet<string>>>) {
  const navigate = page.useNavigate();
  const go = (change: (before: MemoriesSearch) => MemoriesSearch): void =>
    void navigate({ search: change, resetScroll: false });
  const narrow = (change: (before: MemoriesSearch) => MemoriesSearch): void => {
    setSelected(none);
    go(change);
  };
  const close = (): void => go(({ id: _, view: __, ...rest }) => rest);
  return {
    narrow: (part: MemoriesSearch): void => narrow((before) => clean({ ...before, ...part })),
    clear: (): void => narrow(withoutFilters),
    close,
    open: (id: string): void => go(({ view: _, ...rest }) => ({ ...rest, id })),
    deleteOne(id: string): void {
      setSelected((before) => new Set([...before].filter((other) => other !== id)));
      if (search.id === id) close();
      deleteWithUndo(id);
    },
  };
}

function MemoriesPage() {
  const search = page.useSearch();
  const listed = useListed(search);
  const scope = useQuery({ ...facetsQuery(search), enabled: search.q === undefined && search.status === undefined });
  const [selected, setSelected] = useState(none);
  const { narrow, clear, close, open, deleteOne } = useActions(search, setSelected);
  const { items, hasMore } = listed;
  const isEmpty = items?.length === 0 && !hasMore && !listed.isStale;
  const isUnused = isEmpty && !isNarrowed(search);
  const add = (): void => open(newMemory);
  return (
    <Page
      title={texts.memories.title}
      lead={<Count search={search} items={items} total={scope.data?.total} hasMore={hasMore} />}
      actions={
        !isUnused && (
          <Button icon="plus" look="primary" onClick={add}>
            {texts.memories.add}
          </Button>
        )
      }
      panel={
        search.id === newMemory ? (
          <NewMemoryPanel onClose={close} onSaved={open} />
        ) : search.id !== undefined ? (
          <MemoryPanel key={search.id} id={search.id} onClose={close} onDelete={deleteOne} />
        ) : undefined
      }
    >
      {!isUnused && (
        <>
          <SearchBar key={search.q ?? ''} value={search.q} onSearch={(q) => narrow({ q } as MemoriesSearch)} />
          <Filters search={search} onChange={narrow} onClear={clear} />
        </>
      )}
      {selected.size > 0 && (
        <SelectionBar
          selected={selected}
          loaded={items?.map(({ id }) => id) ?? []}
          onChange={setSelected}
          onDeleted={(ids) => search.id !== undefined && ids.has(search.id) && close()}
        />
      )}
      {listed.degraded && <p className={styles['degraded']}>{texts.memories.degraded}</p>}
      {isEmpty && !listed.error ? (
        <Nothing isNarrowed={isNarrowed(search)} onAdd={add} onClear={clear} />
      ) : (
        <Results listed={listed} selected={selected} onSelect={setSelected} onDelete={deleteOne} />
      )}
    </Page>
  );
}

interface ResultsProps {
  listed: ReturnType<typeof useListed>;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onDelete: (id: string) => void;
}

function Results({ listed, ...list }: ResultsProps) {
  const { items, error, retry, isStale, hasMore, moreError, loadMore } = listed;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (items === undefined) return <Skeleton lines={8} />;
  return (
    <div className={styles['results']} data-stale={isStale || undefined}>
      <MemoryList {...list} items={items} hasMore={hasMore} moreError={moreError} onMore={loadMore} />
    </div>
  );
}

/** Leaves out empty values. */
const clean = (search: MemoriesSearch): MemoriesSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

interface CountProps {
  search: MemoriesSearch;
  items: readonly Listed[] | undefined;
  total: number | undefined;
  hasMore: boolean;
}

/** How many memories there are. The status is not part of a scope, so those are counted as far as they are loaded. */
function Count({ search, items, total, hasMore }: CountProps) {
  const loaded = formatNumber(items?.length ?? 0);
  const { count, found, loaded: soFar } = texts.memories;
  const isCounted = search.q === undefined && search.status === undefined;
  const text = (): string => {
    if (items === undefined) return '';
    if (search.q !== undefined) return found(loaded);
    if (isCounted && total !== undefined) return count(formatNumber(hasMore ? total : items.length));
    return hasMore ? soFar(loaded) : count(loaded);
  };
  return (
    <span role="status" aria-atomic="true">
      {text() || '\u00a0'}
    </span>
  );
}

function Nothing(props: { isNarrowed: boolean; onAdd: () => void; onClear: () => void }) {
  if (props.isNarrowed) {
    return (
      <EmptyState title={`${texts.memories.noneFit} ${texts.memories.noneFitHint}`}>
        <Button onClick={props.onClear}>{texts.memories.clear}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={texts.memories.empty}>
      <Button icon="plus" look="primary" onClick={props.onAdd}>
        {texts.memories.add}
      </Button>
      <Link to="/connect">{texts.memories.connect}</Link>
    </EmptyState>
  );
}

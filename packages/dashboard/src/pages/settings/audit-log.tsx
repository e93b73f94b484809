import type { AuditEvent } from '@mnema/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

const pageSize = 10;

/** The events of the account and its credentials. */
export function AuditLog() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: async ({ pageParam, signal }) =>
      await mnema.audit.list({ limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const words = texts.settings.audit;
  const events = data?.pages.flatMap(({ results }) => results);
  return (
    <Section id="audit" title={words.title}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{words.lead}</p>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!events && !error && <Skeleton lines={5} />}
        {events?.length === 0 && <EmptyState title={words.empty} />}
        {events && events.length > 0 && (
          <div className={styles['wide']}>
            <DataTable caption={words.caption} columns={columnsOf()} rows={events} keyOf={({ id }) => id} />
          </div>
        )}
        {hasNextPage && (
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.common.more}
          </Button>
        )}
      </div>
    </Section>
  );
}

function columnsOf(): Column<AuditEvent>[] {
  const words = texts.settings.audit;
  return [
    {
      id: 'action',
      header: words.action,
      isRowHeader: true,
      cell: ({ action, detail }) => (
        <div className={styles['name']}>
          <span>{words.actions[action as 'log_in'] ?? action}</span>
          {typeof detail['key_prefix'] === 'string' && <code className={styles['small']}>{detail['key_prefix']}…</code>}
        </div>
      ),
    },
    { id: 'outcome', header: words.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      id: 'actor',
      header: words.actor,
      isWideOnly: true,
      cell: ({ actor }) => words.actors[actor.kind as 'session'] ?? actor.kind,
    },
    { id: 'address', header: words.address, isWideOnly: true, cell: ({ address }) => address ?? '–' },
    { id: 'time', header: words.time, kind: 'number', cell: ({ time }) => <Time value={time} /> },
  ];
}

function Outcome({ outcome }: { outcome: string }) {
  const words = texts.settings.audit.outcomes;
  return <Badge tone={outcome === 'ok' ? 'good' : 'bad'}>{words[outcome as 'ok'] ?? outcome}</Badge>;
}

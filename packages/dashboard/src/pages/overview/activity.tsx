import type { RequestDay } from '@mnema/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { formatMonth, formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './activity.module.css';
import { type ActivityKind, activityKinds, HeatMap } from './heat-map.tsx';

const minuteMs = 60_000;

const yearQuery = queryOptions({
  queryKey: ['requests', 'stats', 'year'],
  queryFn: ({ signal }) => mnema.requests.stats({}, { signal }),
  refetchInterval: minuteMs,
});

/** The heat map of the last year, and its figures by month. */
export function Activity() {
  const { data, error, refetch } = useQuery(yearQuery);
  const [kind, setKind] = useState<ActivityKind>('both');
  const words = texts.overview.activity;
  const choices = activityKinds.map((one) => [one, words.kinds[one]] as const);
  return (
    <Section
      title={words.title}
      aside={<Choice label={words.show} value={kind} choices={choices} onChoose={setKind} />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <>
          <p className={styles['total']}>
            {words.total(formatNumber(data.totals.memory_write), formatNumber(data.totals.memory_search))}
          </p>
          <HeatMap days={data.days} kind={kind} />
          <details className={styles['months']}>
            <summary>{words.byMonth}</summary>
            <Months days={data.days} />
          </details>
        </>
      )}
    </Section>
  );
}

function Months({ days }: { days: readonly RequestDay[] }) {
  const words = texts.overview.activity;
  const sum = (rows: readonly RequestDay[], count: 'memory_write' | 'memory_search' | 'errors') =>
    formatNumber(rows.reduce((total, row) => total + row[count], 0));
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY-MM'.length))].reverse();
  return (
    <DataTable
      caption={words.byMonth}
      rows={months}
      keyOf={([month]) => month}
      columns={[
        { id: 'month', header: words.month, isRowHeader: true, cell: ([month]) => formatMonth(month) },
        { id: 'writes', header: words.writes, kind: 'number', cell: ([, rows]) => sum(rows, 'memory_write') },
        { id: 'searches', header: words.searches, kind: 'number', cell: ([, rows]) => sum(rows, 'memory_search') },
        { id: 'errors', header: words.errors, kind: 'number', cell: ([, rows]) => sum(rows, 'errors') },
      ]}
    />
  );
}

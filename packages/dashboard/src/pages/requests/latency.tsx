import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatMilliseconds, formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { LatencyChart } from './latency-chart.tsx';
import styles from './page.module.css';
import { periods, type RequestsSearch } from './requests-search.ts';

/** The days of the filters: figures are stored for whole days in UTC. */
function daysOf({ period, from, to }: RequestsSearch) {
  if (period !== undefined) return { from: new Date(Date.now() - periods[period]).toISOString().slice(0, 10) };
  // The end of the filter is exclusive, that of the figures is not.
  const last = to && new Date(Date.parse(to) - 1).toISOString();
  return { ...(from && { from: from.slice(0, 10) }), ...(last && { to: last.slice(0, 10) }) };
}

/** How long the operations took, as a chart and as a table. */
export function Latency({ search }: { search: RequestsSearch }) {
  const days = daysOf(search);
  const { data, error, refetch } = useQuery({
    queryKey: ['requests', 'stats', days],
    queryFn: ({ signal }) => mnema.requests.stats(days, { signal }),
    placeholderData: keepPreviousData,
  });
  const words = texts.requests.latency;
  const wanted = data?.by_operation.filter(({ operation }) => !search.operation || operation === search.operation);
  return (
    <div className={styles['chart']}>
      <Section title={words.title}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={4} />}
        {wanted?.length === 0 && <p className={styles['lead']}>{words.none}</p>}
        {wanted && wanted.length > 0 && (
          <>
            <p className={styles['lead']}>{words.lead}</p>
            <LatencyChart operations={wanted} />
            <details>
              <summary>{words.asTable}</summary>
              <DataTable
                caption={words.caption}
                rows={wanted}
                keyOf={({ operation }) => operation}
                columns={[
                  { id: 'operation', header: words.operation, isRowHeader: true, cell: ({ operation }) => operation },
                  { id: 'count', header: words.count, kind: 'number', cell: ({ count }) => formatNumber(count) },
                  { id: 'errors', header: words.errors, kind: 'number', cell: ({ errors }) => formatNumber(errors) },
                  ...(['p50', 'p95', 'p99'] as const).map((name) => ({
                    id: name,
                    header: words[name],
                    kind: 'number' as const,
                    cell: ({ latency_ms }: (typeof wanted)[number]) => formatMilliseconds(latency_ms[name]),
                  })),
                ]}
              />
            </details>
          </>
        )}
      </Section>
    </div>
  );
}

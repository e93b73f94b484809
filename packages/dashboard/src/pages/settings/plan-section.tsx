import { useQuery } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatDay, formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

interface Limit {
  name: string;
  used: number;
  limit: number | null;
}

/** The plan, its limits, and how much of them is used. */
export function PlanSection() {
  const { data, error, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => mnema.usage({ signal }),
  });
  const words = texts.settings.plan;
  const names = texts.overview.usage;
  const columns: Column<Limit>[] = [
    { id: 'name', header: words.what, isRowHeader: true, cell: ({ name }) => name },
    { id: 'used', header: words.used, kind: 'number', cell: ({ used }) => formatNumber(used) },
    {
      id: 'limit',
      header: words.limit,
      kind: 'number',
      cell: ({ limit }) => (limit === null ? words.unlimited : formatNumber(limit)),
    },
  ];
  const rows: Limit[] = data
    ? [
        { name: words.writes, ...data.memory_write },
        { name: words.searches, ...data.memory_search },
        { name: names.endUsers, ...data.end_users },
        { name: names.projects, ...data.projects },
      ]
    : [];
  return (
    <Section id="plan" title={words.title}>
      <div className={styles['body']}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={4} />}
        {data && (
          <>
            <p>{words.name(words.names[data.plan as 'free'] ?? data.plan)}</p>
            <div className={styles['wide']}>
              <DataTable caption={words.title} columns={columns} rows={rows} keyOf={({ name }) => name} />
            </div>
            <p className={styles['lead']}>{names.resets(formatDay(data.period.end))}</p>
          </>
        )}
      </div>
    </Section>
  );
}

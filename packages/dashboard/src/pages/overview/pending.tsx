import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mnema } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './lists.module.css';

const limit = 100;

/** How many memories wait to be indexed, and since when the oldest does. */
export function Pending() {
  const { data, error, refetch } = useQuery({
    queryKey: ['memories', 'pending'],
    queryFn: async ({ signal }) => await mnema.list({ status: 'pending', direction: 'asc', limit }, { signal }),
    refetchInterval: 10_000,
  });
  const words = texts.overview.pending;
  const oldest = data?.results[0];
  const count = `${formatNumber(data?.results.length ?? 0)}${data?.next_cursor ? '+' : ''}`;
  return (
    <Section title={words.title}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={1} />}
      {data && !oldest && <p className={styles['quiet']}>{words.none}</p>}
      {oldest && (
        <p>
          {data.results.length === 1 ? words.one : words.count(count)} {words.oldest}{' '}
          <Link to="/memories" search={{ id: oldest.id }}>
            <Time value={oldest.created_at} />
          </Link>
          .
        </p>
      )}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

const pollMs = 2_000;

/** Waits for a memory that was not there when the page was opened, and shows it. */
export function Arrival() {
  const [first, setFirst] = useState<string | null>();
  const { data, error } = useQuery({
    queryKey: ['memories', 'newest'],
    queryFn: async ({ signal }) => {
      const { results } = await mnema.list({ limit: 1 }, { signal });
      const newest = results[0] ?? null;
      setFirst((known) => (known === undefined ? (newest?.id ?? null) : known));
      return newest;
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: pollMs,
  });
  const words = texts.connect.check;
  const received = data && first !== undefined && data.id !== first ? data : undefined;
  if (error && !data) return <ErrorState error={error} />;
  return (
    <div role="status" className={styles['arrival']} data-state={received ? 'received' : 'waiting'}>
      <Icon name={received ? 'check' : 'clock'} />
      {received ? (
        <div>
          <p>{words.received}</p>
          <p className={styles['memory']}>{received.memory}</p>
          <Link to="/memories" search={{ id: received.id }}>
            {words.open}
          </Link>
        </div>
      ) : (
        <p>{first ? words.waitingNext : words.waiting}</p>
      )}
    </div>
  );
}

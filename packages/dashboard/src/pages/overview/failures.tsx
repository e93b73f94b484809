import type { Memory } from '@mnema/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/section.tsx';
import { ErrorState, ErrorText, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import styles from './lists.module.css';

const limit = 5;

/** The memories that could not be indexed, each with its reason and another try. */
export function Failures() {
  const { data, error, refetch } = useQuery({
    queryKey: ['memories', 'failed'],
    queryFn: async ({ signal }) => await mnema.list({ status: 'failed', limit }, { signal }),
    refetchInterval: 10_000,
  });
  const words = texts.overview.failures;
  return (
    <Section title={words.title}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={1} />}
      {data?.results.length === 0 && <p className={styles['quiet']}>{words.none}</p>}
      <ul className={styles['list']}>
        {data?.results.map((memory) => (
          <FailedMemory key={memory.id} memory={memory} />
        ))}
      </ul>
    </Section>
  );
}

function FailedMemory({ memory }: { memory: Memory }) {
  const client = useQueryClient();
  const words = texts.overview.failures;
  const retry = useMutation({
    mutationFn: () => mnema.retry(memory.id),
    onSuccess: () => {
      addToast({ text: words.retried });
      return client.invalidateQueries({ queryKey: ['memories'] });
    },
    onError: (error) => addToast({ text: <ErrorText error={error} /> }),
  });
  return (
    <li className={styles['item']}>
      <div>
        <Link to="/memories" search={{ id: memory.id }} className={styles['text']}>
          {memory.memory}
        </Link>
        <p className={styles['small']}>
          {memory.failure?.message} · <Time value={memory.updated_at} />
        </p>
      </div>
      <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
        {words.retry}
      </Button>
    </li>
  );
}

import type { Memory } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredIds } from '../../parts/deferred.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import { cutText } from './cut-text.ts';
import { formatScore } from './format-score.ts';
import { similarQuery } from './queries.ts';
import styles from './similar-memories.module.css';

const shownLength = 320;

export function SimilarMemories({ memory }: { memory: Memory }) {
  const { data, error, refetch } = useQuery(similarQuery(memory));
  const hidden = useDeferredIds();
  const { similar, row } = texts.memories;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} />;
  const shown = data.results.filter(({ id }) => !hidden.has(id));
  const hasVector = !data.warnings?.some(({ code }) => code === 'no_vector');
  return (
    <>
      {shown.length === 0 && <p>{hasVector ? similar.none : similar.noVector}</p>}
      <ul className={styles['list']}>
        {shown.map((item) => (
          <li key={item.id}>
            <p dir="auto" className={styles['text']}>
              <Link
                from="/memories"
                to="/memories"
                search={({ view: _, ...before }) => ({ ...before, id: item.id })}
                resetScroll={false}
                preload={false}
              >
                {cutText(item.memory, shownLength)}
              </Link>
            </p>
            <p className={styles['facts']}>
              {row.score(formatScore(item.score))} · <Time value={item.occurred_at} />
            </p>
          </li>
        ))}
      </ul>
      {hasVector && <p className={styles['facts']}>{similar.hint}</p>}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { formatDay, formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './usage-meters.module.css';

/** The share of a limit from which a person should know. */
const nearShare = 0.8;

/** The usage of the plan this month, and the time when counting restarts. */
export function UsageMeters() {
  const { data, error, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => mnema.usage({ signal }),
    refetchInterval: 30_000,
  });
  const words = texts.overview.usage;
  return (
    <Section title={words.title}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <>
          <dl className={styles['meters']}>
            <Meter label={words.writes} {...data.memory_write} />
            <Meter label={words.searches} {...data.memory_search} />
            <Meter label={words.endUsers} {...data.end_users} isPlaces />
            <Meter label={words.projects} {...data.projects} isPlaces />
          </dl>
          <p className={styles['resets']}>{words.resets(formatDay(data.period.end))}</p>
        </>
      )}
    </Section>
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number | null;
  /** True for a limit that is meant to be full, such as that of one project. */
  isPlaces?: boolean;
}

function Meter({ label, used, limit, isPlaces = false }: MeterProps) {
  const words = texts.overview.usage;
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit);
  const tone = isPlaces || share < nearShare ? 'plain' : share < 1 ? 'warn' : 'bad';
  return (
    <div className={styles['meter']} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        {limit === null ? words.unlimited(formatNumber(used)) : words.of(formatNumber(used), formatNumber(limit))}
        {tone !== 'plain' && <Badge tone={tone}>{tone === 'bad' ? words.full : words.near}</Badge>}
      </dd>
      {limit !== null && (
        <dd className={styles['bar']} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </dd>
      )}
    </div>
  );
}

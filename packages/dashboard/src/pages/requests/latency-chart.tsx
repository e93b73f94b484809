import type { OperationStats } from '@mnema/sdk';
import { formatMilliseconds } from '../../parts/format.ts';
import styles from './latency-chart.module.css';

const shownOperations = 12;

/** Returns the powers of ten around all values, for an axis on which each step is ten times the one before. */
function decades(operations: readonly OperationStats[]): number[] {
  const values = operations.flatMap(({ latency_ms: { p50, p99 } }) => [Math.max(p50, 0.1), Math.max(p99, 0.1)]);
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

/**
 * A line for each operation from the median to the 99th percentile. The table next to it has the same data for screen
 * readers.
 */
export function LatencyChart({ operations }: { operations: readonly OperationStats[] }) {
  const shown = operations.slice(0, shownOperations);
  const ticks = decades(shown);
  const [first = 1, last = 10] = [ticks[0], ticks.at(-1)];
  const percent = (ms: number): string =>
    `${(100 * (Math.log10(Math.max(ms, 0.1)) - Math.log10(first))) / (Math.log10(last) - Math.log10(first))}%`;
  return (
    <div className={styles['chart']} aria-hidden="true">
      {shown.map(({ operation, latency_ms: { p50, p95, p99 } }) => (
        <div key={operation} className={styles['row']}>
          <span className={styles['name']}>{operation}</span>
          <svg width="100%" height="24" aria-hidden="true" className={styles['plot']}>
            {ticks.map((tick) => (
              <line key={tick} className={styles['grid']} x1={percent(tick)} x2={percent(tick)} y1="0" y2="24" />
            ))}
            <line className={styles['tail']} x1={percent(p95)} x2={percent(p99)} y1="12" y2="12" />
            <line className={styles['range']} x1={percent(p50)} x2={percent(p95)} y1="12" y2="12" />
            <circle className={styles['median']} cx={percent(p50)} cy="12" r="5">
              <title>{formatMilliseconds(p50)}</title>
            </circle>
            <circle className={styles['high']} cx={percent(p95)} cy="12" r="4">
              <title>{formatMilliseconds(p95)}</title>
            </circle>
            <line className={styles['end']} x1={percent(p99)} x2={percent(p99)} y1="7" y2="17">
              <title>{formatMilliseconds(p99)}</title>
            </line>
          </svg>
        </div>
      ))}
      <div className={styles['row']}>
        <span />
        <svg width="100%" height="18" aria-hidden="true" className={styles['plot']}>
          {ticks.map((tick) => (
            <text key={tick} className={styles['tick']} x={percent(tick)} y="13">
              {formatMilliseconds(tick)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

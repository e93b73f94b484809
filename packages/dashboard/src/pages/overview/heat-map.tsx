import type { RequestDay } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDay, formatMonth, formatNumber, formatWeekday } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';
import styles from './heat-map.module.css';

export const activityKinds = ['both', 'writes', 'searches'] as const;
export type ActivityKind = (typeof activityKinds)[number];

const dayMs = 86_400_000;
const steps = 4;

const countOf = ({ memory_write, memory_search }: RequestDay, kind: ActivityKind): number =>
  (kind === 'searches' ? 0 : memory_write) + (kind === 'writes' ? 0 : memory_search);

/** Monday is 0. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7;

/** The day after a date, which is where its requests end. */
const dayAfter = (date: string): string => new Date(Date.parse(date) + dayMs).toISOString();

/** Returns the step of a count, from 0 for none to the last; few very busy days leave the others visible. */
function stepOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((steps * Math.sqrt(count)) / Math.sqrt(max)));
}

interface HeatMapProps {
  /** Every day of the period, oldest first. */
  days: readonly RequestDay[];
  kind: ActivityKind;
}

/**
 * A year of days as a table: a row for each weekday, a column for each week, a link in each day. Tab enters it at one
 * day, arrow keys move from there.
 */
export function HeatMap({ days, kind }: HeatMapProps) {
  const [current, setCurrent] = useState(days.length - 1);
  const table = useRef<HTMLTableElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const words = texts.overview.activity;
  const offset = weekdayOf(days[0]?.date ?? '1970-01-05');
  const weeks = Math.ceil((days.length + offset) / 7);
  const max = Math.max(1, ...days.map((day) => countOf(day, kind)));
  // A narrow page shows the latest weeks first.
  useEffect(() => {
    scroll.current?.scrollTo({ left: scroll.current.scrollWidth });
  }, []);

  function move(event: KeyboardEvent): void {
    const distances: Record<string, number> = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 };
    const ends: Record<string, number> = { Home: 0, End: days.length - 1 };
    const distance = distances[event.key];
    const wanted = ends[event.key] ?? (distance === undefined ? undefined : current + distance);
    if (wanted === undefined) return;
    event.preventDefault();
    if (wanted < 0 || wanted >= days.length) return;
    setCurrent(wanted);
    table.current?.querySelector<HTMLElement>(`[data-day="${wanted}"]`)?.focus();
  }

  return (
    <figure>
      <div ref={scroll} className={styles['scroll']}>
        <table ref={table} className={styles['map']} onKeyDown={move}>
          <caption>{words.caption}</caption>
          <colgroup>
            <col className={styles['names']} />
          </colgroup>
          <thead>
            <tr>
              <td />
              {monthHeads(days, offset, weeks).map(({ month, span, week }) =>
                span > 2 ? (
                  <th key={week} scope="colgroup" colSpan={span}>
                    {formatMonth(month, 'short')}
                  </th>
                ) : (
                  <td key={week} colSpan={span} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: 7 }, (_, weekday) => (
              <tr key={formatWeekday(weekday)}>
                <th scope="row">{formatWeekday(weekday)}</th>
                {Array.from({ length: weeks }, (_, week) => {
                  const index = week * 7 + weekday - offset;
                  const day = days[index];
                  // biome-ignore lint/suspicious/noArrayIndexKey: a week is named by its position
                  if (day === undefined) return <td key={week} />;
                  return (
                    <td key={day.date}>
                      <Link
                        to="/requests"
                        search={{ from: `${day.date}T00:00:00.000Z`, to: dayAfter(day.date) }}
                        preload={false}
                        data-day={index}
                        data-step={stepOf(countOf(day, kind), max)}
                        tabIndex={index === current ? 0 : -1}
                        onFocus={() => setCurrent(index)}
                        aria-label={words.day(
                          formatNumber(day.memory_write),
                          formatNumber(day.memory_search),
                          formatDay(day.date),
                        )}
                        title={words.day(
                          formatNumber(day.memory_write),
                          formatNumber(day.memory_search),
                          formatDay(day.date),
                        )}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={styles['legend']}>
        <span>{words.hint}</span>
        <span className={styles['steps']}>
          {words.less}
          {Array.from({ length: steps + 1 }, (_, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is named by its position
            <i key={step} data-step={step} />
          ))}
          {words.more}
        </span>
      </figcaption>
    </figure>
  );
}

/** Returns the months above the weeks: each week belongs to the month of its first day. */
function monthHeads(days: readonly RequestDay[], offset: number, weeks: number) {
  const heads: { month: string; span: number; week: number }[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const month = days[Math.max(0, week * 7 - offset)]?.date.slice(0, 'YYYY-MM'.length) ?? '';
    const last = heads.at(-1);
    if (last?.month === month) last.span += 1;
    else heads.push({ month, span: 1, week });
  }
  return heads;
}

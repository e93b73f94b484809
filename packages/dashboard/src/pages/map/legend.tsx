import { formatNumber } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';
import type { Group } from './groups.ts';
import styles from './legend.module.css';
import { outlineOf } from './shapes.ts';

interface LegendProps {
  groups: readonly Group[];
  /** The look of the highlighted group; null for none. */
  chosen: number | null;
  onChoose: (look: number | null) => void;
}

/** The groups with their colours and shapes. A chosen one is highlighted in the picture. */
export function Legend({ groups, chosen, onChoose }: LegendProps) {
  const { legend } = texts.map;
  return (
    <ul aria-label={legend.title} className={styles['legend']}>
      {groups.map(({ kind, value, count, look }) => (
        <li key={look}>
          <button type="button" aria-pressed={chosen === look} onClick={() => onChoose(chosen === look ? null : look)}>
            <svg width="16" height="16" viewBox="-8 -8 16 16" data-look={look} aria-hidden="true" focusable="false">
              <path d={outlineOf(look)} fillRule="evenodd" fill="currentColor" />
            </svg>
            <bdi>{kind === 'value' ? value : legend[kind]}</bdi>
            <span>{formatNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

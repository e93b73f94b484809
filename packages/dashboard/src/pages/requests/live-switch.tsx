import { useEffect, useState } from 'react';
import { CheckField } from '../../parts/field.tsx';
import { formatNumber } from '../../parts/format.ts';
import { VisuallyHidden } from '../../parts/visually-hidden.tsx';
import { texts } from '../../texts/texts.ts';
import type { LiveState } from './live-requests.ts';
import styles from './page.module.css';

/** The time between two announcements, so that a busy log does not talk all the time. */
const announcedEveryMs = 15_000;

interface LiveSwitchProps {
  state: LiveState;
  /** The number of requests that have come since it was switched on. */
  arrived: number;
  onChange: (isOn: boolean) => void;
}

/** Follows the log, or stops. Screen readers announce new requests at intervals. */
export function LiveSwitch({ state, arrived, onChange }: LiveSwitchProps) {
  const words = texts.requests.live;
  const announced = useNowAndThen(arrived);
  return (
    <div className={styles['live']}>
      <div role="status">
        {state === 'away' && words.away}
        {state === 'on' && (
          <VisuallyHidden>{announced === 0 ? words.on : words.arrived(formatNumber(announced))}</VisuallyHidden>
        )}
      </div>
      <CheckField
        label={words.label}
        role="switch"
        checked={state !== 'off'}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

/** Returns a value that changes only at intervals, but becomes 0 immediately. */
function useNowAndThen(value: number): number {
  const [shown, setShown] = useState(value);
  const isLate = shown !== value;
  useEffect(() => {
    if (!isLate) return;
    const timer = setTimeout(() => setShown(value), value === 0 ? 0 : announcedEveryMs);
    return () => clearTimeout(timer);
  }, [isLate, value]);
  return shown;
}

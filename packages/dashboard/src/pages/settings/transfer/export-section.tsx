import { Button } from '../../../parts/button.tsx';
import { formatBytes, formatNumber } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { useLeaveWarning } from '../../../parts/use-leave-warning.ts';
import { texts } from '../../../texts/texts.ts';
import styles from '../page.module.css';
import { type ExportState, startExport, stopExport, useExport } from './export-state.ts';

/** Saves everything in a file. */
export function ExportSection() {
  const state = useExport();
  const isRunning = state.phase === 'running';
  useLeaveWarning(isRunning);
  const words = texts.settings.transfer;
  return (
    <Section id="export" title={words.export.title}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{words.export.lead}</p>
        {isRunning && <progress aria-label={words.export.title} className={styles['progress']} />}
        <p role="status" className={styles['said']}>
          {describe(state)}
        </p>
        {state.phase === 'failed' && <ErrorState error={state.error} />}
        {isRunning ? (
          <Button onClick={stopExport}>{words.export.stop}</Button>
        ) : (
          <Button onClick={() => void startExport()}>{words.export.start}</Button>
        )}
      </div>
    </Section>
  );
}

function describe(state: ExportState): string {
  const words = texts.settings.transfer.export;
  if (state.phase === 'idle') return '';
  if (state.phase === 'stopped' || state.phase === 'failed') return words[state.phase];
  const [count, size] = [formatNumber(state.count), formatBytes(state.bytes)];
  if (state.phase === 'incomplete') return words.incomplete(count);
  if (state.phase === 'running') return state.count === 0 ? words.waiting : words.progress(count, size);
  return state.count === 1 ? words.doneOne(size) : words.done(count, size);
}

import type { ImportResult } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { TextField } from '../../../parts/field.tsx';
import { formatBytes, formatNumber } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { useForm } from '../../../parts/use-form.tsx';
import { useLeaveWarning } from '../../../parts/use-leave-warning.ts';
import { texts } from '../../../texts/texts.ts';
import styles from '../page.module.css';
import { type ImportState, startImport, stopImport, useImport } from './import-state.ts';
import { UnreadableFileError } from './read-memories.ts';

const rowsAtOnce = 50;

const fileOf = (data: FormData): File => data.get('file') as File;

/** Adds the memories of a file. */
export function ImportSection() {
  const state = useImport();
  const isRunning = state.phase === 'running';
  useLeaveWarning(isRunning);
  const words = texts.settings.transfer;
  const { form, errors } = useForm({
    // A browser gives a file without a name when none was chosen.
    check: (data) => (fileOf(data).name === '' ? { file: words.import.fileMissing } : {}),
    async send(data) {
      // Its progress and its failure are shown below.
      void startImport(fileOf(data));
    },
  });
  return (
    <Section id="import" title={words.import.title}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{words.import.lead}</p>
        <form {...form} className={styles['form']}>
          <TextField
            label={words.import.file}
            hint={words.import.fileHint}
            error={errors['file']}
            name="file"
            type="file"
            accept=".jsonl,.ndjson,.json,.txt,application/json,application/x-ndjson"
            disabled={isRunning}
            required
          />
          {isRunning ? (
            <Button onClick={stopImport}>{words.import.stop}</Button>
          ) : (
            <Button type="submit">{words.import.start}</Button>
          )}
        </form>
        <Progress state={state} />
        {state.phase === 'failed' && !(state.error instanceof UnreadableFileError) && (
          <ErrorState error={state.error} />
        )}
        {'result' in state && <Result result={state.result} />}
      </div>
    </Section>
  );
}

function Progress({ state }: { state: ImportState }) {
  const words = texts.settings.transfer.import;
  return (
    <>
      {state.phase === 'running' && (
        <progress
          aria-label={words.title}
          className={styles['progress']}
          // A small file is read immediately. After that, only the response is missing.
          {...(state.read < state.size && { value: state.read, max: state.size })}
        />
      )}
      <p role="status" className={styles['said']}>
        {describe(state)}
      </p>
    </>
  );
}

function describe(state: ImportState): string {
  const words = texts.settings.transfer.import;
  if (state.phase === 'idle') return '';
  if (state.phase === 'running') {
    return state.read === 0 ? words.reading : words.sending(formatBytes(state.read), formatBytes(state.size));
  }
  if (state.phase === 'failed' && state.error instanceof UnreadableFileError) return words.notText;
  const { accepted, skipped, rejected } = state.result;
  if (state.phase === 'done' && accepted + skipped + rejected.length === 0) return words.empty;
  return words[state.phase];
}

type RejectedLine = ImportResult['rejected'][number];

/** The results of the lines, with the reasons of the rejected ones. */
function Result({ result: { accepted, skipped, rejected, ignored } }: { result: ImportResult }) {
  const [shown, setShown] = useState(rowsAtOnce);
  const words = texts.settings.transfer.import;
  const rows = [
    [words.accepted, accepted],
    [words.skipped, skipped],
    [words.rejected, rejected.length],
  ] as const;
  const columns: Column<RejectedLine>[] = [
    { id: 'line', header: words.line, isRowHeader: true, cell: ({ line }) => formatNumber(line) },
    { id: 'reason', header: words.reason, cell: ({ message }) => <span lang="en">{message}</span> },
  ];
  return (
    <>
      <dl className={styles['results']} aria-label={words.result}>
        {rows.map(([name, count]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {ignored && (
        <p>
          {words.ignored}{' '}
          {Object.entries(ignored)
            .map(([name, count]) => `${name} (${formatNumber(count)})`)
            .join(', ')}
        </p>
      )}
      {accepted > 0 && <Link to="/memories">{words.see}</Link>}
      {rejected.length > 0 && (
        <div className={styles['wide']}>
          <DataTable
            caption={words.rejectedCaption}
            columns={columns}
            rows={rejected.slice(0, shown)}
            keyOf={({ line }) => String(line)}
          />
        </div>
      )}
      {rejected.length > shown && <Button onClick={() => setShown(shown + rowsAtOnce)}>{texts.common.more}</Button>}
    </>
  );
}

import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { formatNumber } from '../../parts/format.ts';
import { ErrorState } from '../../parts/states.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { deleteMany } from './delete-memories.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  selected: ReadonlySet<string>;
  /** The ids that can be selected. */
  loaded: readonly string[];
  onChange: (selected: ReadonlySet<string>) => void;
  onDeleted: (ids: ReadonlySet<string>) => void;
}

/** The actions for the selected memories. */
export function SelectionBar({ selected, loaded, onChange, onDeleted }: SelectionBarProps) {
  const [isAsking, setAsking] = useState(false);
  const { label, count, all, none, delete: remove } = texts.memories.selection;
  return (
    <section className={styles['bar']} aria-label={label}>
      <strong role="status">{count(selected.size)}</strong>
      {selected.size < loaded.length && (
        <Button look="quiet" onClick={() => onChange(new Set(loaded))}>
          {all(formatNumber(loaded.length))}
        </Button>
      )}
      <Button look="quiet" onClick={() => onChange(new Set())}>
        {none}
      </Button>
      <Button icon="trash" onClick={() => setAsking(true)}>
        {remove}
      </Button>
      {isAsking && (
        <BulkDelete
          ids={[...selected]}
          onClose={() => setAsking(false)}
          onDone={(done) => {
            setAsking(false);
            onDeleted(done);
            onChange(new Set());
          }}
          onPartlyDone={(done) => {
            onDeleted(done);
            onChange(new Set([...selected].filter((id) => !done.has(id))));
          }}
        />
      )}
    </section>
  );
}

interface BulkDeleteProps {
  ids: readonly string[];
  onClose: () => void;
  onDone: (ids: ReadonlySet<string>) => void;
  onPartlyDone: (ids: ReadonlySet<string>) => void;
}

/**
 * Requires the count of the memories, and deletes them one by one, because the person has confirmed a number, not a
 * scope.
 */
function BulkDelete({ ids, onClose, onDone, onPartlyDone }: BulkDeleteProps) {
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const words = texts.memories.selection;
  const isBusy = progress !== undefined;
  async function run(): Promise<void> {
    setProgress(0);
    setFailure(undefined);
    const { done, failure: failed } = await deleteMany(ids, setProgress);
    setProgress(undefined);
    if (failed === undefined) {
      addToast({ text: words.done(formatNumber(done.size)) });
      onDone(done);
    } else {
      setFailure(failed);
      onPartlyDone(done);
    }
  }
  return (
    <ConfirmDialog
      title={words.confirm(ids.length)}
      confirm={words.delete}
      typed={String(ids.length)}
      isBusy={isBusy}
      onConfirm={() => void run()}
      onClose={() => !isBusy && onClose()}
    >
      <p>{words.warning}</p>
      <p role="status">{isBusy && words.progress(formatNumber(progress), formatNumber(ids.length))}</p>
      {failure !== undefined && (
        <>
          <p>{words.failed(formatNumber(ids.length))}</p>
          <ErrorState error={failure} />
        </>
      )}
    </ConfirmDialog>
  );
}

import { type Memory, NotFoundError, PreconditionFailedError, type UpdateParams } from '@mnema/sdk';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { mnema } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import styles from './memory-form.module.css';
import { changesOf, type MetadataDraft, type MetadataFault, readMetadata, toForm } from './metadata-draft.ts';
import { MetadataEditor } from './metadata-editor.tsx';
import { memoryQuery, showChange, showMemory } from './queries.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface Draft {
  text: string;
  expires: string;
  metadata: MetadataDraft;
}

const draftOf = ({ memory, expires_at, metadata }: Memory): Draft => ({
  text: memory,
  expires: toLocalTime(expires_at),
  metadata: toForm(metadata),
});

/** Returns the differences from the memory at the start of the edit; undefined if there are none. */
function updateOf(base: Memory, draft: Draft, metadata: Record<string, unknown>): UpdateParams | undefined {
  const changes = changesOf(base.metadata, metadata);
  const update = {
    ...(draft.text !== base.memory && { text: draft.text }),
    ...(changes && { metadata: changes }),
    ...(draft.expires !== toLocalTime(base.expires_at) && { expires_at: fromLocalTime(draft.expires) }),
  };
  return Object.keys(update).length === 0 ? undefined : (update as UpdateParams);
}

type Conflict = Memory | 'deleted';

function useEdit(memory: Memory, onEnd: () => void) {
  // If the memory is read again during the edit, the shown values must not change.
  const [base] = useState(memory);
  const [draft, setDraft] = useState(() => draftOf(memory));
  const [fault, setFault] = useState<MetadataFault>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [conflict, setConflict] = useState<Conflict>();

  const read = readMetadata(draft.metadata);
  const update = 'metadata' in read ? updateOf(base, draft, read.metadata) : undefined;

  async function save(version: number): Promise<void> {
    if ('fault' in read) return setFault(read.fault);
    if (update === undefined) {
      addToast({ text: texts.memories.edit.unchanged });
      return onEnd();
    }
    setBusy(true);
    setError(undefined);
    try {
      showChange(await mnema.update(memory.id, update, { ifVersion: version }));
      addToast({ text: texts.memories.edit.saved });
      onEnd();
    } catch (failure) {
      setBusy(false);
      if (PreconditionFailedError.is(failure)) await readConflict();
      else if (NotFoundError.is(failure)) setConflict('deleted');
      else setError(failure);
    }
  }

  /** Reads the memory after the change of another person. */
  async function readConflict(): Promise<void> {
    try {
      const theirs = await mnema.get(memory.id);
      showMemory(theirs);
      setConflict(theirs);
    } catch (failure) {
      if (NotFoundError.is(failure)) setConflict('deleted');
      else setError(failure);
    }
  }

  return {
    base,
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    fault,
    setFault,
    isBusy,
    error,
    conflict,
    save,
    isChanged: 'fault' in read || update !== undefined,
  };
}

/** Whether the key is Escape, which closes the form alone and not the panel. */
function isEscape(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented) return false;
  event.preventDefault();
  return true;
}

/** Changes a memory, unless another person has changed it in the meantime. */
export function EditMemory({ memory, onEnd }: { memory: Memory; onEnd: () => void }) {
  const edit = useEdit(memory, onEnd);
  const { base, draft, conflict } = edit;
  const words = texts.memories.edit;
  const [isAsking, setAsking] = useState(false);
  const isBlank = draft.text.trim() === '';
  const isPast = draft.expires !== '' && Date.parse(draft.expires) <= Date.now();
  const hasChanges = useRef(false);
  hasChanges.current = edit.isChanged && conflict !== 'deleted';
  const cancel = (): void => (edit.isChanged ? setAsking(true) : onEnd());
  const takeTheirs = (): void => {
    showChange(conflict as Memory);
    onEnd();
  };
  return (
    <>
      <form
        className={styles['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!edit.isBusy && !isBlank && !isPast) void edit.save(base.version);
        }}
        onKeyDown={(event) => isEscape(event) && cancel()}
      >
        {conflict !== undefined && (
          <ConflictNotice
            conflict={conflict}
            isBusy={edit.isBusy}
            onKeepMine={(version) => void edit.save(version)}
            onTakeTheirs={takeTheirs}
          />
        )}
        <Fields edit={edit} isBlank={isBlank} isPast={isPast} />
        {edit.error !== undefined && <ErrorState error={edit.error} />}
        <div className={styles['buttons']}>
          <Button onClick={cancel}>{texts.common.cancel}</Button>
          {conflict === undefined && (
            <Button look="primary" type="submit" isBusy={edit.isBusy}>
              {words.save}
            </Button>
          )}
        </div>
      </form>
      <UnsavedChanges hasChanges={() => hasChanges.current} />
      {isAsking && (
        <ConfirmDialog
          title={words.discard}
          confirm={words.discardConfirm}
          onConfirm={() => {
            void queryClient.invalidateQueries({ queryKey: memoryQuery(memory.id).queryKey });
            onEnd();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{words.discardText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Fields(props: { edit: ReturnType<typeof useEdit>; isBlank: boolean; isPast: boolean }) {
  const { edit, isBlank, isPast } = props;
  const { base, draft, change } = edit;
  const words = texts.memories.edit;
  return (
    <>
      <TextArea
        label={words.text}
        hint={base.messages ? words.messagesHint : undefined}
        value={draft.text}
        rows={8}
        dir="auto"
        error={isBlank ? words.blank : undefined}
        onChange={({ target }) => change({ text: target.value })}
      />
      <MetadataEditor
        draft={draft.metadata}
        fault={edit.fault}
        onFault={edit.setFault}
        onChange={(metadata) => {
          edit.setFault(undefined);
          change({ metadata });
        }}
      />
      <TextField
        label={words.expires}
        type="datetime-local"
        hint={words.expiresHint}
        value={draft.expires}
        error={isPast ? words.past : undefined}
        onChange={({ target }) => change({ expires: target.value })}
      />
    </>
  );
}

import type { AddParams } from '@mnema/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { fromLocalTime } from './local-time.ts';
import styles from './memory-form.module.css';
import { type MetadataDraft, type MetadataFault, makeField, readMetadata } from './metadata-draft.ts';
import { MetadataEditor } from './metadata-editor.tsx';
import { showNewMemory } from './queries.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

const firstFields = (): MetadataDraft => ({
  mode: 'form',
  fields: [makeField('project', 'text', ''), makeField('memory_type', 'text', ''), makeField('tags', 'list', '')],
});

interface NewMemoryPanelProps {
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Writes a memory by hand. */
export function NewMemoryPanel({ onClose, onSaved }: NewMemoryPanelProps) {
  const words = texts.memories.edit;
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const [metadata, setMetadata] = useState(firstFields);
  const [fault, setFault] = useState<MetadataFault>();
  const hasChanges = useRef(false);
  hasChanges.current = text.trim() !== '';
  const save = useMutation({
    mutationFn: (params: AddParams) => mnema.add(params),
    onSuccess({ id }) {
      hasChanges.current = false;
      addToast({ text: words.saved });
      showNewMemory();
      onSaved(id);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    const read = readMetadata(metadata);
    if ('fault' in read) setFault(read.fault);
    else if (text.trim() !== '' && !save.isPending) {
      save.mutate(paramsOf(text, read.metadata, new FormData(event.currentTarget)));
    }
  };
  return (
    <Panel title={words.newTitle} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextArea
          label={words.text}
          hint={words.textHint}
          value={text}
          rows={5}
          dir="auto"
          required
          error={isTried && text.trim() === '' ? words.blank : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <MetadataEditor
          draft={metadata}
          fault={fault}
          onFault={setFault}
          onChange={(draft) => {
            setFault(undefined);
            setMetadata(draft);
          }}
        />
        <Origin />
        {save.error && <ErrorState error={save.error} />}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <SaveButton isBusy={save.isPending} />
        </div>
      </form>
      <UnsavedChanges hasChanges={() => hasChanges.current} />
    </Panel>
  );
}

const SaveButton = ({ isBusy }: { isBusy: boolean }) => (
  <Button look="primary" type="submit" isBusy={isBusy}>
    {texts.memories.edit.save}
  </Button>
);

/** Who it belongs to, and when. */
function Origin() {
  const words = texts.memories.edit;
  return (
    <>
      <div className={styles['pair']}>
        <TextField label={words.user} name="user_id" maxLength={256} autoComplete="off" />
        <TextField label={words.agent} name="agent_id" maxLength={256} autoComplete="off" />
        <TextField label={words.run} name="run_id" maxLength={256} autoComplete="off" />
      </div>
      <div className={styles['pair']}>
        <TextField label={words.occurred} name="occurred_at" type="datetime-local" hint={words.occurredHint} />
        <TextField label={words.expires} name="expires_at" type="datetime-local" hint={words.expiresHint} />
      </div>
    </>
  );
}

function paramsOf(text: string, metadata: Record<string, unknown>, form: FormData): AddParams {
  const read = (name: string): string => String(form.get(name) ?? '').trim();
  const named = ['user_id', 'agent_id', 'run_id'].map((name) => [name, read(name)] as const);
  const times = ['occurred_at', 'expires_at'].map((name) => [name, fromLocalTime(read(name)) ?? ''] as const);
  const given = [...named, ...times].filter(([, value]) => value !== '');
  return { text, ...(Object.keys(metadata).length > 0 && { metadata }), ...Object.fromEntries(given) };
}

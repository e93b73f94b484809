import { useId } from 'react';
import { Button, IconButton } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { texts } from '../../texts/texts.ts';
import {
  type Kind,
  kinds,
  type MetadataDraft,
  type MetadataFault,
  type MetadataField,
  makeField,
  readMetadata,
  toForm,
  toJson,
} from './metadata-draft.ts';
import styles from './metadata-editor.module.css';

interface MetadataEditorProps {
  draft: MetadataDraft;
  /** The fault, once the person has tried to save or to change the view. */
  fault: MetadataFault | undefined;
  onChange: (draft: MetadataDraft) => void;
  onFault: (fault: MetadataFault) => void;
}

/** Metadata as a form or as JSON. Only a draft that can be read changes from one to the other. */
export function MetadataEditor({ draft, fault, onChange, onFault }: MetadataEditorProps) {
  const words = texts.memories.metadata;
  const change = (): void => {
    const read = readMetadata(draft);
    if ('fault' in read) onFault(read.fault);
    else onChange(draft.mode === 'form' ? toJson(read.metadata) : toForm(read.metadata));
  };
  return (
    <fieldset className={styles['editor']}>
      <legend>{words.label}</legend>
      <div className={styles['switch']}>
        <Button look="quiet" onClick={change}>
          {draft.mode === 'form' ? words.json : words.form}
        </Button>
      </div>
      {draft.mode === 'json' ? (
        <TextArea
          label={words.json}
          value={draft.text}
          rows={8}
          spellCheck={false}
          error={fault?.at === 'json' ? describe(fault) : undefined}
          onChange={({ target }) => onChange({ mode: 'json', text: target.value })}
        />
      ) : (
        <Fields fields={draft.fields} fault={fault} onChange={(fields) => onChange({ mode: 'form', fields })} />
      )}
    </fieldset>
  );
}

function describe(fault: MetadataFault): string {
  const words = texts.memories.metadata;
  return fault.reason === 'notJson' ? words.notJson(fault.why) : words[fault.reason];
}

interface FieldsProps {
  fields: readonly MetadataField[];
  fault: MetadataFault | undefined;
  onChange: (fields: readonly MetadataField[]) => void;
}

const usualKeys = ['project', 'memory_type', 'source', 'tags', 'area', 'scope'];

function Fields({ fields, fault, onChange }: FieldsProps) {
  const words = texts.memories.metadata;
  const listId = useId();
  const set = (id: number, part: Partial<MetadataField>): void =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...part } : field)));
  return (
    <>
      <datalist id={listId}>
        {usualKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {fields.map((field) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere
        <div key={field.id} role="group" aria-label={field.key || words.key} className={styles['field']}>
          <TextField
            label={words.key}
            value={field.key}
            list={listId}
            autoComplete="off"
            error={
              fault?.at === field.id && (fault.reason === 'noKey' || fault.reason === 'twice')
                ? describe(fault)
                : undefined
            }
            onChange={({ target }) =>
              set(field.id, { key: target.value, ...(target.value === 'tags' && { kind: 'list' }) })
            }
          />
          <SelectField
            label={words.kind}
            value={field.kind}
            choices={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
            onChange={({ target }) => set(field.id, changeKind(field, target.value as Kind))}
          />
          <Value
            field={field}
            error={
              fault?.at === field.id && (fault.reason === 'notJson' || fault.reason === 'notNumber')
                ? describe(fault)
                : undefined
            }
            onChange={(text) => set(field.id, { text })}
          />
          <IconButton
            icon="trash"
            label={words.remove(field.key)}
            onClick={() => onChange(fields.filter(({ id }) => id !== field.id))}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => onChange([...fields, makeField('', 'text', '')])}>
          {words.add}
        </Button>
      </div>
      {fields.length > 0 && <p className={styles['hint']}>{words.emptyHint}</p>}
    </>
  );
}

function changeKind({ text }: MetadataField, kind: Kind): Partial<MetadataField> {
  if (kind !== 'boolean') return { kind };
  return { kind, text: text === 'true' ? 'true' : 'false' };
}

function Value({
  field,
  error,
  onChange,
}: {
  field: MetadataField;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const words = texts.memories.metadata;
  if (field.kind === 'boolean') {
    return (
      <SelectField
        label={words.value}
        value={field.text}
        choices={[
          ['true', words.yes],
          ['false', words.no],
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <TextField
      label={words.value}
      hint={field.kind === 'list' ? words.listHint : undefined}
      value={field.text}
      error={error}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

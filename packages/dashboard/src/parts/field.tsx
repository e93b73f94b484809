import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** A sentence under the field. */
  hint?: ReactNode;
  /** The fault of the value, and its fix. */
  error?: ReactNode;
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

function Field({ label, hint, error, children }: FieldProps & { children: (given: Described) => ReactNode }) {
  const id = useId();
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) => <input {...input} {...given} className={styles['input']} />}
    </Field>
  );
}

export function TextArea({ label, hint, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) => <textarea {...area} {...given} className={styles['input']} />}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'children'> {
  /** The values and their texts. */
  choices: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ label, hint, error, choices, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) => (
        <select {...select} {...given} className={styles['input']}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ label, hint, ...input }: Omit<FieldProps, 'error'> & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={styles['check']}>
      <input {...input} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

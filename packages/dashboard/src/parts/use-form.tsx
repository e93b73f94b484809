import { MnemaError } from '@mnema/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SignInError } from '../api/session.ts';
import { texts } from '../texts/texts.ts';
import { ServerText } from './server-text.tsx';
import { ErrorText } from './states.tsx';

/** The faults of fields, by their names. */
export type FieldErrors = Readonly<Record<string, ReactNode>>;

interface FormOptions {
  /** Finds faults before anything is sent. */
  check?: (data: FormData) => FieldErrors;
  /** Describes the rejection of a field in the person's language; for other fields, the server's message is shown. */
  rejected?: FieldErrors;
  /** The fields that the server calls by other names. */
  names?: Readonly<Record<string, string>>;
  /** Sends the form. Its result is not stored, because it may be a secret. */
  send: (data: FormData) => Promise<void>;
}

/** Returns the faults that the server found. */
function faultsOf(error: unknown): readonly { path: string; message: string }[] {
  if (error instanceof SignInError) return error.problem?.errors ?? [];
  return MnemaError.is(error) ? (error.errors ?? []) : [];
}

/**
 * Reads the names of the fields out of a rejection: `/body/restrict/project` is the field `restrict/project`, and
 * `/body/events/0` the list `events`.
 */
function readErrors(error: unknown, form: HTMLFormElement, names: Readonly<Record<string, string>>) {
  const nameOf = (path: string): string => {
    const name = path.replace(/^\/body\//, '').replace(/\/\d+$/, '');
    return names[name] ?? name;
  };
  const faults = faultsOf(error);
  const named = faults.map(
    ({ path, message }) => [nameOf(path), <ServerText key={path}>{message}</ServerText>] as const,
  );
  const own = named.filter(([name]) => form.elements.namedItem(name) !== null);
  const isComplete = own.length > 0 && own.length === named.length;
  return { fields: Object.fromEntries(own), other: isComplete ? undefined : error };
}

/**
 * A form that shows faults next to their fields, and moves the focus to the first one. The fields store their own
 * values, so that no password stays in a cache. Their names are those of the request body.
 */
export function useForm({ check, rejected = {}, names = {}, send }: FormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<FieldErrors>({});
  const [other, setOther] = useState<unknown>();
  // The cache of mutations stores its argument, which is the form and not its values.
  const mutation = useMutation({ mutationFn: (element: HTMLFormElement) => send(new FormData(element)) });
  useEffect(() => {
    if (Object.keys(fields).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [fields]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (mutation.isPending) return;
    const element = event.currentTarget;
    const found = check?.(new FormData(element)) ?? {};
    setOther(undefined);
    setFields(found);
    if (Object.keys(found).length > 0) return;
    mutation.mutate(element, {
      onError(error) {
        const read = readErrors(error, element, names);
        const known = Object.entries(rejected).filter(([name]) => name in read.fields);
        setFields({ ...read.fields, ...Object.fromEntries(known) });
        setOther(read.other);
      },
    });
  }

  return {
    /** For the `<form>`. */
    form: { ref: form, onSubmit, noValidate: true },
    errors: fields,
    /** The failures that do not belong to a field. */
    message: other === undefined ? undefined : <ErrorText error={other} />,
    isBusy: mutation.isPending,
    /** Clears the faults. */
    reset(): void {
      setFields({});
      setOther(undefined);
    },
  };
}

/** Checks that fields are filled in. */
export function requireFields(data: FormData, names: readonly string[]): FieldErrors {
  const missing = names.filter((name) => String(data.get(name) ?? '').trim() === '');
  return Object.fromEntries(missing.map((name) => [name, texts.common.fillIn]));
}

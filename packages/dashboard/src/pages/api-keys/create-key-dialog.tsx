import type { CreateApiKeyParams, KeyRestriction, Scope } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../parts/field.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { type FieldErrors, requireFields, useForm } from '../../parts/use-form.tsx';
import { texts } from '../../texts/texts.ts';
import { NewSecret } from './new-secret.tsx';
import styles from './page.module.css';
import type { NewKey } from './snippets.ts';

const dayMs = 24 * 60 * 60_000;
const restrictions = ['user_id', 'agent_id', 'project'] as const;

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** Returns the end of a day that the person chose, in their own time zone, or a number of days from now. */
function readExpiry(data: FormData): string | undefined {
  const choice = textOf(data, 'expiry');
  if (choice === 'never') return undefined;
  if (choice === 'date') return new Date(`${textOf(data, 'expires_at')}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(choice) * dayMs).toISOString();
}

function readParams(data: FormData): CreateApiKeyParams {
  const given = restrictions.map((name) => [name, textOf(data, `restrict/${name}`)]).filter(([, value]) => value);
  const expires_at = readExpiry(data);
  return {
    label: textOf(data, 'label'),
    scopes: textOf(data, 'scopes').split(' ') as Scope[],
    ...(given.length > 0 && { restrict: Object.fromEntries(given) as KeyRestriction }),
    ...(expires_at !== undefined && { expires_at }),
  };
}

function check(data: FormData): FieldErrors {
  const words = texts.apiKeys.create;
  const errors = { ...requireFields(data, ['label']) };
  const isRestricted = data.has('restricted');
  if (isRestricted && restrictions.every((name) => textOf(data, `restrict/${name}`) === '')) {
    errors['restrict/project'] = words.restrictMissing;
  }
  if (textOf(data, 'expiry') === 'date') {
    const end = Date.parse(`${textOf(data, 'expires_at')}T23:59:59`);
    if (!(end > Date.now())) errors['expires_at'] = words.dateMissing;
  }
  return errors;
}

interface CreateKeyDialogProps {
  onCreate: () => void;
  onClose: () => void;
}

/** A form for a new key, which then shows the key once. */
export function CreateKeyDialog({ onCreate, onClose }: CreateKeyDialogProps) {
  const [made, setMade] = useState<NewKey>();
  const words = texts.apiKeys;
  return (
    <Dialog title={made ? words.secret.title : words.create.title} isClosable={!made} onClose={onClose}>
      {made ? (
        <NewSecret made={made} onDone={onClose} />
      ) : (
        <CreateKeyForm onCreate={onCreate} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateKeyForm({ onCreate, onMade, onClose }: CreateKeyDialogProps & { onMade: (made: NewKey) => void }) {
  const [expiry, setExpiry] = useState('never');
  const [isRestricted, setRestricted] = useState(false);
  const words = texts.apiKeys.create;
  const { form, errors, message, isBusy } = useForm({
    check,
    async send(data) {
      const { key, scopes } = await mnema.apiKeys.create(readParams(data));
      onCreate();
      // The response with the key was lost, and a retry does not contain it.
      if (key === null) throw new Error(texts.apiKeys.rotate.lost);
      onMade({ key, scopes });
    },
  });
  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={words.label}
        hint={words.labelHint}
        error={errors['label']}
        name="label"
        maxLength={100}
        autoComplete="off"
        required
      />
      <SelectField
        label={words.scopes}
        error={errors['scopes']}
        name="scopes"
        choices={[
          ['read write', texts.apiKeys.scopes.both],
          ['read', texts.apiKeys.scopes.read],
          ['write', texts.apiKeys.scopes.write],
        ]}
      />
      <SelectField
        label={words.expiry}
        name="expiry"
        value={expiry}
        onChange={(event) => setExpiry(event.target.value)}
        choices={[
          ['never', words.expiries.never],
          ['30', words.expiries.month],
          ['90', words.expiries.quarter],
          ['365', words.expiries.year],
          ['date', words.expiries.date],
        ]}
      />
      {expiry === 'date' && (
        <TextField
          label={words.date}
          hint={words.dateHint}
          error={errors['expires_at']}
          name="expires_at"
          type="date"
        />
      )}
      <CheckField
        label={words.restrict}
        hint={words.restrictHint}
        name="restricted"
        checked={isRestricted}
        onChange={(event) => setRestricted(event.target.checked)}
      />
      {isRestricted && <RestrictionFields errors={errors} />}
      <FormMessage message={message} />
      <DialogButtons>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {words.submit}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** The restriction of the key. Values of existing memories are suggested; others can be typed. */
function RestrictionFields({ errors }: { errors: FieldErrors }) {
  const id = useId();
  const words = texts.apiKeys.restriction;
  const { data } = useQuery({ queryKey: ['facets'], queryFn: ({ signal }) => mnema.facets({}, { signal }) });
  const known = { user_id: data?.users, agent_id: data?.agents, project: data?.projects };
  const labels = { user_id: words.user, agent_id: words.agent, project: words.project };
  return (
    <div className={styles['group']}>
      {(['project', 'agent_id', 'user_id'] as const).map((name) => (
        <div key={name}>
          <TextField
            label={labels[name]}
            error={errors[`restrict/${name}`]}
            name={`restrict/${name}`}
            maxLength={name === 'project' ? 1_000 : 256}
            list={`${id}-${name}`}
            autoComplete="off"
          />
          <datalist id={`${id}-${name}`}>
            {known[name]?.map(({ value }) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </div>
      ))}
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { mnema } from '../../api/client.ts';
import { forgetAccount } from '../../api/query-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { Section } from '../../parts/section.tsx';
import { requireFields, useForm } from '../../parts/use-form.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

/** Deletes the account and everything in it. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const words = texts.settings.remove;
  return (
    <Section id="remove" title={words.title}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{words.lead}</p>
        <Button look="danger" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Requires the password and the name of the account, deletes it, confirms this, and opens the sign-in. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [isDeleted, setDeleted] = useState(false);
  const words = texts.settings.remove;
  if (!isDeleted) {
    return (
      <Dialog title={words.dialog} onClose={onClose}>
        <DeleteAccountForm onDelete={() => setDeleted(true)} onClose={onClose} />
      </Dialog>
    );
  }
  // The pages have read deleted data, and must not read it again.
  const leave = (): void => {
    forgetAccount();
    void navigate({ to: '/sign-in' });
  };
  return (
    <Dialog title={words.done} onClose={leave}>
      <p>{words.doneText}</p>
      <DialogButtons>
        <Button look="primary" onClick={leave}>
          {words.leave}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function DeleteAccountForm({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const { email, phone } = useAccount();
  const name = email ?? phone ?? '';
  const words = texts.settings.remove;
  const { form, errors, message, isBusy } = useForm({
    check: (data) => ({
      ...(String(data.get('confirmation')).trim() !== name && { confirmation: words.mismatch(name) }),
      ...requireFields(data, ['password']),
    }),
    rejected: { password: texts.settings.password.wrong },
    async send(data) {
      await mnema.auth.deleteAccount({ password: String(data.get('password')) });
      onDelete();
    },
  });
  return (
    <form {...form} className={styles['dialog']}>
      <p>{words.warning}</p>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <TextField
        label={words.password}
        error={errors['password']}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        required
      />
      <TextField
        label={texts.common.confirmTyped(name)}
        error={errors['confirmation']}
        name="confirmation"
        autoComplete="off"
        required
      />
      <FormMessage message={message} />
      <DialogButtons>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button look="danger" type="submit" isBusy={isBusy}>
          {words.confirm}
        </Button>
      </DialogButtons>
    </form>
  );
}

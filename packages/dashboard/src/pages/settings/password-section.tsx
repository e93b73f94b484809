import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { Section } from '../../parts/section.tsx';
import { addToast } from '../../parts/toasts.ts';
import { type FieldErrors, requireFields, useForm } from '../../parts/use-form.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

const minLength = 8;

function check(data: FormData): FieldErrors {
  const missing = requireFields(data, ['current_password', 'new_password']);
  const isShort = [...String(data.get('new_password'))].length < minLength;
  return { ...(isShort && { new_password: texts.settings.password.short }), ...missing };
}

/** Sets another password, which ends all other sessions. */
export function PasswordSection() {
  const client = useQueryClient();
  const { email, phone } = useAccount();
  const [isShown, setShown] = useState(false);
  // A new form is empty, and password managers see that the old one was sent.
  const [version, setVersion] = useState(0);
  const words = texts.settings.password;
  const { form, errors, message, isBusy } = useForm({
    check,
    rejected: { current_password: words.wrong },
    async send(data) {
      const revoke_api_keys = data.has('revoke_api_keys');
      await mnema.auth.password({
        current_password: String(data.get('current_password')),
        new_password: String(data.get('new_password')),
        revoke_api_keys,
      });
      addToast({ text: revoke_api_keys ? words.doneWithKeys : words.done });
      setVersion((now) => now + 1);
      setShown(false);
      for (const queryKey of [['sessions'], ['audit'], ['api-keys']]) void client.invalidateQueries({ queryKey });
    },
  });
  const type = isShown ? 'text' : 'password';
  return (
    <Section id="password" title={words.title}>
      <form key={version} {...form} className={styles['form']}>
        <p className={styles['lead']}>{words.lead}</p>
        {/* Password managers find the account by it. */}
        <input type="text" name="username" autoComplete="username" value={email ?? phone ?? ''} readOnly hidden />
        <TextField
          label={words.current}
          error={errors['current_password']}
          name="current_password"
          type={type}
          autoComplete="current-password"
          maxLength={256}
          required
        />
        <TextField
          label={words.new}
          hint={words.hint}
          error={errors['new_password']}
          name="new_password"
          type={type}
          autoComplete="new-password"
          maxLength={256}
          required
        />
        <CheckField label={words.show} checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        <CheckField label={words.revoke} hint={words.revokeHint} name="revoke_api_keys" />
        <FormMessage message={message} />
        <Button type="submit" isBusy={isBusy}>
          {words.submit}
        </Button>
      </form>
    </Section>
  );
}

import { createLazyRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { mnema } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorText } from '../../parts/states.tsx';
import { requireFields, useForm } from '../../parts/use-form.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

export const page = createLazyRoute('/sign-in')({ component: SignInPage });

/** Reads an email address or a phone number. A text that begins with a plus sign and has no @ is a number. */
function readIdentifier(text: string): { email: string } | { phone: string } {
  const trimmed = text.trim();
  if (!/^\+[\d\s()-]+$/.test(trimmed)) return { email: trimmed };
  return { phone: trimmed.replaceAll(/[\s()-]/g, '') };
}

function SignInPage() {
  const { next } = page.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const [codeError, setCodeError] = useState<unknown>();
  const words = isNew ? texts.signIn.register : texts.signIn.known;

  async function leave(): Promise<void> {
    if (next === undefined) await navigate({ to: '/' });
    else router.history.push(`${router.basepath}${next}`);
  }

  const { form, errors, message, isBusy, reset } = useForm({
    check: (data) => requireFields(data, ['identifier', 'password']),
    names: { email: 'identifier', phone: 'identifier' },
    async send(data) {
      const password = String(data.get('password'));
      const identifier = readIdentifier(String(data.get('identifier')));
      const credentials = 'phone' in identifier ? { ...identifier, password } : { ...identifier, password };
      setCodeError(undefined);
      if (isNew) await mnema.auth.register(credentials);
      await signIn(credentials);
      await leave();
    },
  });

  const attemptOnce = useEffectEvent((code: string) => void signIn({ code }).then(leave, setCodeError));
  useEffect(() => {
    const code = location.hash.slice(1);
    if (!code.startsWith('mno_')) return;
    // Neither a reload nor the history tries the code again.
    history.replaceState(history.state, '', location.pathname + location.search);
    attemptOnce(code);
  }, []);

  return (
    <div className={styles['page']}>
      <header className={styles['product']}>{texts.common.product}</header>
      <Page title={words.title} lead={words.lead}>
        <form {...form} className={styles['form']}>
          <TextField
            label={texts.signIn.identifier}
            error={errors['identifier']}
            name="identifier"
            autoComplete="username"
            required
          />
          <TextField
            key={String(isNew)}
            label={texts.signIn.password}
            hint={isNew ? texts.signIn.passwordHint : undefined}
            error={errors['password']}
            name="password"
            type="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            required
          />
          <FormMessage message={message ?? (codeError === undefined ? undefined : <ErrorText error={codeError} />)} />
          <Button look="primary" type="submit" isBusy={isBusy}>
            {words.submit}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setNew(!isNew);
              reset();
              setCodeError(undefined);
            }}
          >
            {words.other}
          </Button>
        </form>
      </Page>
    </div>
  );
}

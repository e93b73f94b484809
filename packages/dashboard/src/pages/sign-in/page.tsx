import { createLazyRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { mnema } from '../../api/client.ts';
import { SignInError, signIn } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { messageOf } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

export const page = createLazyRoute('/sign-in')({ component: SignInPage });

/** Reads an e-mail address or a phone number; whatever begins with a plus sign and has no @ is a number. */
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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const words = isNew ? texts.signIn.register : texts.signIn.known;

  async function leave(): Promise<void> {
    if (next === undefined) await navigate({ to: '/' });
    else router.history.push(`${router.basepath}${next}`);
  }

  /** Does what signs in, and shows why it did not. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(failure instanceof SignInError ? failure.message : messageOf(failure));
      setBusy(false);
      return;
    }
    await leave();
  }

  const attemptOnce = useEffectEvent((code: string) => void attempt(() => signIn({ code })));
  useEffect(() => {
    const code = location.hash.slice(1);
    if (!code.startsWith('mno_')) return;
    // Neither a reload nor the history tries the code again.
    history.replaceState(history.state, '', location.pathname + location.search);
    attemptOnce(code);
  }, []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const identifier = readIdentifier(String(form.get('identifier')));
    const credentials = 'phone' in identifier ? { ...identifier, password } : { ...identifier, password };
    void attempt(async () => {
      if (isNew) await mnema.auth.register(credentials);
      await signIn(credentials);
    });
  }

  return (
    <div className={styles['page']}>
      <Page title={words.title} lead={words.lead}>
        <form className={styles['form']} onSubmit={submit}>
          <TextField label={texts.signIn.identifier} name="identifier" autoComplete="username" required />
          <TextField
            key={String(isNew)}
            label={texts.signIn.password}
            hint={isNew ? texts.signIn.passwordHint : undefined}
            name="password"
            type="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            minLength={isNew ? 8 : undefined}
            required
          />
          {error !== undefined && (
            <p role="alert" className={styles['error']}>
              {error}
            </p>
          )}
          <Button look="primary" type="submit" isBusy={isBusy}>
            {words.submit}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setNew(!isNew);
              setError(undefined);
            }}
          >
            {words.other}
          </Button>
        </form>
      </Page>
    </div>
  );
}

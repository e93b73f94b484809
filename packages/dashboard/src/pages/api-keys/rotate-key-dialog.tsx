import type { ApiKey } from '@mnema/sdk';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { formatExact } from '../../parts/format.ts';
import { OverlapField } from '../../parts/overlap-field.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { texts } from '../../texts/texts.ts';
import { NewSecret } from './new-secret.tsx';
import styles from './page.module.css';
import type { NewKey } from './snippets.ts';

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  onRotate: () => void;
  /** Runs when the person has saved the new key. */
  onDone: () => void;
  onClose: () => void;
}

/** A form for the time for which the old key stays valid, which then shows the new key once. */
export function RotateKeyDialog({ apiKey, onRotate, onDone, onClose }: RotateKeyDialogProps) {
  const [made, setMade] = useState<NewKey & { endsAt: string }>();
  const words = texts.apiKeys.rotate;
  const { form, errors, message, isBusy } = useForm({
    async send(data) {
      const overlap_seconds = Number(data.get('overlap_seconds'));
      const { key, scopes, replaces } = await mnema.apiKeys.rotate(apiKey.id, { overlap_seconds });
      onRotate();
      // The response with the key was lost, and a retry does not contain it.
      if (key === null) throw new Error(words.lost);
      setMade({ key, scopes, endsAt: replaces.ends_at });
    },
  });
  if (made) {
    return (
      <Dialog title={texts.apiKeys.secret.title} isClosable={false} onClose={onDone}>
        <NewSecret made={made} note={words.ends(formatExact(made.endsAt))} onDone={onDone} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title(apiKey.label)} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>{words.text}</p>
        <OverlapField words={words} error={errors['overlap_seconds']} />
        <FormMessage message={message} />
        <DialogButtons>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {words.submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

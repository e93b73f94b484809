import type { Webhook } from '@mnema/sdk';
import { useState } from 'react';
import { mnema } from '../../../api/client.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { FormMessage } from '../../../parts/form-message.tsx';
import { formatExact } from '../../../parts/format.ts';
import { OverlapField } from '../../../parts/overlap-field.tsx';
import { useForm } from '../../../parts/use-form.tsx';
import { texts } from '../../../texts/texts.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import styles from './webhooks.module.css';

interface RotateWebhookSecretProps {
  webhook: Webhook;
  onRotate: () => void;
  onClose: () => void;
}

/** A form for the time for which the old secret still signs, which then shows the new secret once. */
export function RotateWebhookSecret({ webhook, onRotate, onClose }: RotateWebhookSecretProps) {
  const [rotated, setRotated] = useState<{ secret: string; note: string }>();
  const { rotate: words, secret: secretWords } = texts.settings.webhooks;
  const { form, errors, message, isBusy } = useForm({
    async send(data) {
      const overlap_seconds = Number(data.get('overlap_seconds'));
      const { secret, previous_secret_ends_at } = await mnema.webhooks.rotateSecret(webhook.id, { overlap_seconds });
      onRotate();
      // The response with the secret was lost, and a retry does not contain it.
      if (secret === null) throw new Error(secretWords.lost);
      const note =
        previous_secret_ends_at === null ? secretWords.ended : secretWords.until(formatExact(previous_secret_ends_at));
      setRotated({ secret, note });
    },
  });
  if (rotated) return <WebhookSecret {...rotated} onDone={onClose} />;
  return (
    <Dialog title={words.title} onClose={onClose}>
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

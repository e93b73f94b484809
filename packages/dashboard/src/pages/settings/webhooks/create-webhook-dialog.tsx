import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mnema } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { texts } from '../../../texts/texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** A form for a new webhook, which then shows its secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const words = texts.settings.webhooks;
  if (secret !== undefined) return <WebhookSecret secret={secret} onDone={onClose} />;
  return (
    <Dialog title={words.form.createTitle} onClose={onClose}>
      <WebhookForm
        submit={words.form.submit}
        onClose={onClose}
        send={async ({ description, ...fields }) => {
          const created = await mnema.webhooks.create({ ...fields, ...(description !== null && { description }) });
          void client.invalidateQueries({ queryKey: ['webhooks'] });
          void client.invalidateQueries({ queryKey: ['audit'] });
          // A retry of the request does not contain it.
          if (created.secret === null) throw new Error(words.secret.lost);
          setSecret(created.secret);
        }}
      />
    </Dialog>
  );
}

import type { CreateWebhookParams, Webhook } from '@mnema/sdk';
import { useId } from 'react';
import { Button } from '../../../parts/button.tsx';
import { DialogButtons } from '../../../parts/dialog.tsx';
import { CheckField, TextField } from '../../../parts/field.tsx';
import { FormMessage } from '../../../parts/form-message.tsx';
import { requireFields, useForm } from '../../../parts/use-form.tsx';
import { texts } from '../../../texts/texts.ts';
import { describeEvent, eventTypes } from './event-types.ts';
import styles from './webhooks.module.css';

/** The values of the form; an empty note is null. */
export type WebhookFields = Required<Pick<CreateWebhookParams, 'url' | 'events' | 'include_text'>> & {
  description: string | null;
};

const readFields = (data: FormData): WebhookFields => ({
  url: String(data.get('url')).trim(),
  events: data.getAll('events') as WebhookFields['events'],
  include_text: data.has('include_text'),
  description: String(data.get('description')).trim() || null,
});

interface WebhookFormProps {
  /** The webhook that is changed; without it a new one is created. */
  webhook?: Webhook;
  submit: string;
  send: (fields: WebhookFields) => Promise<void>;
  onClose: () => void;
}

export function WebhookForm({ webhook, submit, send, onClose }: WebhookFormProps) {
  const words = texts.settings.webhooks.form;
  const eventsId = useId();
  const { form, errors, message, isBusy } = useForm({
    check: (data) => ({
      ...(!data.has('events') && { events: words.eventsMissing }),
      ...requireFields(data, ['url']),
    }),
    send: (data) => send(readFields(data)),
  });
  const eventsError = errors['events'];
  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={words.url}
        hint={words.urlHint}
        error={errors['url']}
        name="url"
        type="url"
        maxLength={2_048}
        defaultValue={webhook?.url}
        autoComplete="off"
        required
      />
      <fieldset className={styles['events']} aria-describedby={eventsError ? eventsId : undefined}>
        <legend>{words.events}</legend>
        {eventTypes.map((type, index) => (
          <CheckField
            key={type}
            label={describeEvent(type)}
            name="events"
            value={type}
            defaultChecked={webhook?.events.includes(type) ?? false}
            aria-invalid={index === 0 && eventsError ? true : undefined}
          />
        ))}
        {eventsError && (
          <p id={eventsId} className={styles['error']}>
            {eventsError}
          </p>
        )}
      </fieldset>
      <CheckField
        label={words.text}
        hint={words.textHint}
        name="include_text"
        defaultChecked={webhook?.include_text ?? false}
      />
      <TextField
        label={`${words.description} (${texts.common.optional})`}
        hint={words.descriptionHint}
        error={errors['description']}
        name="description"
        maxLength={200}
        defaultValue={webhook?.description ?? ''}
        autoComplete="off"
      />
      <FormMessage message={message} />
      <DialogButtons>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </DialogButtons>
    </form>
  );
}

import type { UpdateWebhookParams, Webhook } from '@mnema/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { mnema } from '../../../api/client.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../../parts/dialog.tsx';
import { FormMessage } from '../../../parts/form-message.tsx';
import { formatExact } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ErrorState, ErrorText, Skeleton } from '../../../parts/states.tsx';
import { addToast } from '../../../parts/toasts.ts';
import { texts } from '../../../texts/texts.ts';
import { Deliveries } from './deliveries.tsx';
import { describeEvent } from './event-types.ts';
import { RotateWebhookSecret } from './rotate-webhook-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState, whyDisabled } from './webhook-state.tsx';
import styles from './webhooks.module.css';
import { webhooksQuery } from './webhooks-query.ts';

/** One webhook: its events, its actions, and its deliveries. */
export function WebhookPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const webhook = data?.results.find((one) => one.id === id);
  const words = texts.settings.webhooks;
  return (
    <Panel title={webhook?.url ?? words.missingTitle} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && !webhook && <p>{words.missing}</p>}
      {webhook && (
        <>
          <WebhookDetails webhook={webhook} />
          <WebhookActions webhook={webhook} onDeleted={onClose} />
          <Deliveries webhook={webhook} />
        </>
      )}
    </Panel>
  );
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { id, events, include_text, description, created_at, updated_at, previous_secret_ends_at } = webhook;
  const words = texts.settings.webhooks.panel;
  const why = whyDisabled(webhook);
  const rows: [string, React.ReactNode][] = [
    [words.state, <WebhookState key="state" webhook={webhook} />],
    [words.events, events.map(describeEvent).join(' · ')],
    [words.text, include_text ? words.sent : words.notSent],
  ];
  if (description !== null) rows.push([words.note, description]);
  if (previous_secret_ends_at !== null) rows.push([words.oldSecret, formatExact(previous_secret_ends_at)]);
  rows.push([words.id, <code key="id">{id}</code>], [words.created, formatExact(created_at)]);
  if (updated_at !== created_at) rows.push([words.changed, formatExact(updated_at)]);
  return (
    <>
      {why !== undefined && <p className={styles['why']}>{why}</p>}
      <dl className={styles['details']}>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function WebhookActions({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'remove'>();
  const words = texts.settings.webhooks;
  const close = (): void => setAsked(undefined);
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ['webhooks'] });
    void client.invalidateQueries({ queryKey: ['audit'] });
  };
  const change = async (fields: UpdateWebhookParams): Promise<void> => {
    await mnema.webhooks.update(webhook.id, fields);
    refresh();
  };
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => change({ enabled }),
    onSuccess: (_, enabled) => addToast({ text: enabled ? words.panel.enabled : words.panel.disabled }),
    onError: (error) => addToast({ text: <ErrorText error={error} /> }),
  });
  const remove = useMutation({
    mutationFn: () => mnema.webhooks.delete(webhook.id),
    onSuccess() {
      addToast({ text: words.remove.done });
      refresh();
      onDeleted();
    },
  });
  return (
    <div className={styles['actions']}>
      <Button onClick={() => setAsked('edit')}>{words.panel.edit}</Button>
      <Button isBusy={toggle.isPending} onClick={() => toggle.mutate(!webhook.enabled)}>
        {webhook.enabled ? words.panel.disable : words.panel.enable}
      </Button>
      <Button onClick={() => setAsked('rotate')}>{words.panel.rotate}</Button>
      <Button onClick={() => setAsked('remove')}>{words.panel.remove}</Button>
      {asked === 'edit' && (
        <Dialog title={words.form.editTitle} onClose={close}>
          <WebhookForm
            webhook={webhook}
            submit={texts.common.save}
            send={async (fields) => {
              await change(fields);
              close();
            }}
            onClose={close}
          />
        </Dialog>
      )}
      {asked === 'rotate' && <RotateWebhookSecret webhook={webhook} onRotate={refresh} onClose={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          title={words.remove.title}
          confirm={words.remove.confirm}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>{words.remove.text}</p>
          <FormMessage message={remove.error && <ErrorText error={remove.error} />} />
        </ConfirmDialog>
      )}
    </div>
  );
}

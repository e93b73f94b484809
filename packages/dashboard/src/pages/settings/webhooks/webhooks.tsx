import type { Webhook } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../parts/states.tsx';
import { Time } from '../../../parts/time.tsx';
import { texts } from '../../../texts/texts.ts';
import styles from '../page.module.css';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { describeEvents } from './event-types.ts';
import { WebhookState } from './webhook-state.tsx';
import { webhooksQuery } from './webhooks-query.ts';

/** The webhooks of the account. The address of each opens it. */
export function Webhooks({ selected }: { selected: string | undefined }) {
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(webhooksQuery);
  const words = texts.settings.webhooks;
  const create = (
    <Button icon="plus" onClick={() => setCreating(true)}>
      {words.form.open}
    </Button>
  );
  return (
    <Section id="webhooks" title={words.title}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{words.lead}</p>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={2} />}
        {data?.results.length === 0 && <EmptyState title={words.empty}>{create}</EmptyState>}
        {data && data.results.length > 0 && (
          <>
            <div className={styles['wide']}>
              <WebhookTable webhooks={data.results} selected={selected} />
            </div>
            {create}
          </>
        )}
      </div>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </Section>
  );
}

function WebhookTable({ webhooks, selected }: { webhooks: readonly Webhook[]; selected: string | undefined }) {
  const words = texts.settings.webhooks.table;
  const columns: Column<Webhook>[] = [
    {
      id: 'url',
      header: words.url,
      isRowHeader: true,
      cell: ({ id, url, description }) => (
        <div className={styles['name']}>
          <Link to="/settings" search={{ webhook: id }} preload={false} resetScroll={false}>
            {url}
          </Link>
          {description !== null && <span className={styles['small']}>{description}</span>}
        </div>
      ),
    },
    { id: 'events', header: words.events, isWideOnly: true, cell: ({ events }) => describeEvents(events) },
    { id: 'state', header: words.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      id: 'created',
      header: words.created,
      kind: 'number',
      isWideOnly: true,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
  ];
  return (
    <DataTable caption={words.caption} columns={columns} rows={webhooks} keyOf={({ id }) => id} selected={selected} />
  );
}

import type { Webhook, WebhookDelivery } from '@mnema/sdk';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mnema } from '../../../api/client.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { formatRelative } from '../../../parts/format.ts';
import { EmptyState, ErrorState, ErrorText, Skeleton } from '../../../parts/states.tsx';
import { Time } from '../../../parts/time.tsx';
import { addToast } from '../../../parts/toasts.ts';
import { VisuallyHidden } from '../../../parts/visually-hidden.tsx';
import { texts } from '../../../texts/texts.ts';
import pageStyles from '../page.module.css';
import { describeEvent } from './event-types.ts';
import styles from './webhooks.module.css';

const pageSize = 20;
const pollMs = 2_000;

/** The deliveries of a webhook. Completed ones can be sent again. */
export function Deliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const queryKey = ['webhooks', 'deliveries', id];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      await mnema.webhooks.deliveries(
        id,
        { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // A first attempt comes within a moment; later ones are minutes apart, and are not waited for.
    refetchInterval: ({ state }) => (enabled && state.data?.pages[0]?.results.some(isFirstAttempt) ? pollMs : false),
  });
  const replay = useMutation({
    mutationFn: (deliveryId: string) => mnema.webhooks.replayDelivery(id, deliveryId),
    onSuccess: () => addToast({ text: words.replayed }),
    onError: (failure) => addToast({ text: <ErrorText error={failure} /> }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const words = texts.settings.webhooks.deliveries;
  const deliveries = data?.pages.flatMap(({ results }) => results);
  const columns = columnsOf({
    canReplay: enabled,
    busyId: replay.isPending ? replay.variables : undefined,
    onReplay: (deliveryId) => replay.mutate(deliveryId),
  });
  return (
    <section className={styles['deliveries']} aria-label={words.title}>
      <div className={styles['header']}>
        <h3>{words.title}</h3>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {words.refresh}
        </Button>
      </div>
      {error && !deliveries && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!deliveries && !error && <Skeleton lines={3} />}
      {deliveries?.length === 0 && <EmptyState title={words.empty} />}
      {deliveries && deliveries.length > 0 && (
        <DataTable caption={words.caption} columns={columns} rows={deliveries} keyOf={(delivery) => delivery.id} />
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.common.more}
        </Button>
      )}
    </section>
  );
}

const isFirstAttempt = ({ status, attempts }: WebhookDelivery): boolean => status === 'pending' && attempts === 0;

interface ReplayOptions {
  canReplay: boolean;
  busyId: string | undefined;
  onReplay: (deliveryId: string) => void;
}

function columnsOf({ canReplay, busyId, onReplay }: ReplayOptions): Column<WebhookDelivery>[] {
  const words = texts.settings.webhooks.deliveries;
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'event',
      header: words.event,
      isRowHeader: true,
      cell: ({ type, memory_id, created_at }) => (
        <div className={pageStyles['name']}>
          {memory_id === null ? (
            <span>{describeEvent(type)}</span>
          ) : (
            <Link to="/memories" search={{ id: memory_id }} preload={false}>
              {describeEvent(type)}
            </Link>
          )}
          <span className={pageStyles['small']}>
            <Time value={created_at} />
          </span>
        </div>
      ),
    },
    { id: 'status', header: words.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  ];
  if (!canReplay) return columns;
  const action: Column<WebhookDelivery> = {
    id: 'action',
    header: words.action,
    kind: 'number',
    cell: ({ id, type, status }) =>
      status !== 'pending' && (
        <Button isBusy={busyId === id} onClick={() => onReplay(id)}>
          {words.replay} <VisuallyHidden>{describeEvent(type)}</VisuallyHidden>
        </Button>
      ),
  };
  return [...columns, action];
}

const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

function DeliveryStatus({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempts, next_attempt_at, recent_attempts } = delivery;
  const words = texts.settings.webhooks.deliveries;
  const parts = [describeResponse(delivery)];
  if (next_attempt_at !== null && attempts > 0) parts.push(words.next(formatRelative(next_attempt_at)));
  return (
    <div className={pageStyles['name']}>
      <span>
        <Badge tone={tones[status as 'pending'] ?? 'plain'}>{words.statuses[status as 'pending'] ?? status}</Badge>
      </span>
      <span className={pageStyles['small']}>{parts.filter(Boolean).join(' · ')}</span>
      {attempts > 1 && (
        <details className={pageStyles['small']}>
          <summary>{words.attempts(attempts)}</summary>
          <ol>
            {recent_attempts.map((attempt) => (
              <li key={attempt.time}>
                <Time value={attempt.time} />: {describeResponse(attempt)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** The result of an attempt, or of the last one of a delivery. */
function describeResponse({
  error,
  response_status,
}: Pick<WebhookDelivery, 'error' | 'response_status'>): string | undefined {
  const words = texts.settings.webhooks.deliveries;
  if (error === null) return response_status === null ? undefined : words.responded(response_status);
  const known = words.errors[error as keyof typeof words.errors];
  return typeof known === 'function' ? known(response_status ?? 0) : (known ?? error);
}

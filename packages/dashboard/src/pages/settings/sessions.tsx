import type { Session } from '@mnema/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { mnema } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { ErrorState, ErrorText, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { addToast } from '../../parts/toasts.ts';
import { VisuallyHidden } from '../../parts/visually-hidden.tsx';
import { texts } from '../../texts/texts.ts';
import { describeBrowser } from './describe-browser.ts';
import styles from './page.module.css';

/** Where the account is signed in, and how to end that. */
export function Sessions() {
  const client = useQueryClient();
  const body = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => mnema.auth.listSessions({ signal }),
  });
  const words = texts.settings.sessions;
  const onError = (failure: unknown) => addToast({ text: <ErrorText error={failure} /> });
  function onEnd(ended: number): void {
    addToast({ text: ended === 1 ? words.endedOne : words.ended(formatNumber(ended)) });
    // The pressed button disappears with its row.
    body.current?.focus();
    for (const queryKey of [['sessions'], ['audit']]) void client.invalidateQueries({ queryKey });
  }
  const endOne = useMutation({
    mutationFn: (id: string) => mnema.auth.endSession(id),
    onSuccess: () => onEnd(1),
    onError,
  });
  const endOthers = useMutation({
    mutationFn: () => mnema.auth.endOtherSessions(),
    onSuccess: ({ ended }) => onEnd(ended),
    onError,
  });
  return (
    <Section id="sessions" title={words.title}>
      <div className={styles['body']} ref={body} tabIndex={-1}>
        <p className={styles['lead']}>{words.lead}</p>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={2} />}
        {data && (
          <div className={styles['wide']}>
            <SessionTable
              sessions={data.results}
              busyId={endOne.isPending ? endOne.variables : undefined}
              onEnd={(id) => endOne.mutate(id)}
            />
          </div>
        )}
        {data?.results.some(({ current }) => !current) && (
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {words.endOthers}
          </Button>
        )}
      </div>
    </Section>
  );
}

interface SessionTableProps {
  sessions: readonly Session[];
  busyId: string | undefined;
  onEnd: (id: string) => void;
}

function SessionTable({ sessions, busyId, onEnd }: SessionTableProps) {
  const words = texts.settings.sessions;
  const nameOf = ({ user_agent }: Session) => (user_agent === null ? words.unknown : describeBrowser(user_agent));
  const columns: Column<Session>[] = [
    {
      id: 'browser',
      header: words.browser,
      isRowHeader: true,
      cell: (session) => (
        <div className={styles['name']}>
          <span title={session.user_agent ?? undefined}>{nameOf(session)}</span>
          {session.address !== null && <span className={styles['small']}>{session.address}</span>}
        </div>
      ),
    },
    { id: 'began', header: words.began, isWideOnly: true, cell: ({ created_at }) => <Time value={created_at} /> },
    {
      id: 'used',
      header: words.used,
      cell: ({ last_used_at }) => (last_used_at === null ? texts.common.never : <Time value={last_used_at} />),
    },
    {
      id: 'end',
      header: words.action,
      kind: 'number',
      cell: (session) =>
        session.current ? (
          <Badge tone="good">{words.current}</Badge>
        ) : (
          <Button isBusy={busyId === session.id} onClick={() => onEnd(session.id)}>
            {words.end} <VisuallyHidden>{nameOf(session)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return <DataTable caption={words.title} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}

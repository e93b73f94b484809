import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyPanel } from './key-panel.tsx';
import { KeyTable } from './key-table.tsx';
import styles from './page.module.css';

export const page = createLazyRoute('/signed-in/api-keys')({ component: ApiKeysPage });

const pageSize = 50;

function useKeys() {
  return useInfiniteQuery({
    queryKey: ['api-keys', 'list'],
    queryFn: async ({ pageParam, signal }) =>
      await mnema.apiKeys.list({ limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

function ApiKeysPage() {
  const { id } = page.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useKeys();
  const words = texts.apiKeys;
  const keys = data?.pages.flatMap(({ results }) => results);
  const update = () => void client.invalidateQueries({ queryKey: ['api-keys'] });
  const create = (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {words.create.open}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={keys?.length !== 0 && create}
      panel={
        id !== undefined &&
        keys && (
          <KeyPanel
            key={id}
            apiKey={keys.find((one) => one.id === id)}
            onChange={update}
            onClose={() => void navigate({ to: '/api-keys', search: {} })}
          />
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!keys && !error && <Skeleton lines={5} />}
      {keys?.length === 0 && <EmptyState title={words.empty}>{create}</EmptyState>}
      {keys && keys.length > 0 && <KeyTable keys={keys} selected={id} />}
      {hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.common.more}
          </Button>
        </div>
      )}
      {isCreating && <CreateKeyDialog onCreate={update} onClose={() => setCreating(false)} />}
    </Page>
  );
}

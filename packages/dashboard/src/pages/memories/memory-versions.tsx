import { type Memory, type MemoryVersion, PreconditionFailedError } from '@mnema/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { mnema } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { LongText } from './long-text.tsx';
import styles from './memory-versions.module.css';
import { memoryQuery, showChange, versionsQuery } from './queries.ts';

/** The earlier versions of a memory, with a button that restores one. */
export function MemoryVersions({ memory }: { memory: Memory }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionsQuery(memory.id),
  );
  const words = texts.memories.versions;
  const restore = useMutation({
    mutationFn: (version: number) => mnema.restore(memory.id, version, { ifVersion: memory.version }),
    onSuccess(restored, version) {
      showChange(restored);
      addToast({ text: words.restored(version) });
    },
    onError(failure) {
      if (!PreconditionFailedError.is(failure)) return;
      void queryClient.invalidateQueries({ queryKey: memoryQuery(memory.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: versionsQuery(memory.id).queryKey });
      addToast({ text: words.changed });
    },
  });
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  return (
    <>
      {restore.error && !PreconditionFailedError.is(restore.error) && <ErrorState error={restore.error} />}
      <ol className={styles['versions']} aria-label={words.label}>
        {data.pages
          .flatMap(({ results }) => results)
          .map((version) => (
            <Version
              key={version.version}
              version={version}
              isCurrent={version.version === memory.version}
              isBusy={restore.isPending}
              onRestore={() => restore.mutate(version.version)}
            />
          ))}
      </ol>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.common.more}
        </Button>
      )}
      <p className={styles['note']}>{words.kept}</p>
    </>
  );
}

interface VersionProps {
  version: MemoryVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRestore: () => void;
}

function Version({ version: one, isCurrent, isBusy, onRestore }: VersionProps) {
  const { versions: words, view } = texts.memories;
  const { version, text, metadata, changed_at, changed_by } = one;
  const actor = changed_by && (words.actors[changed_by.kind] ?? changed_by.kind);
  return (
    <li>
      <header>
        <h3>
          {words.version(version)} {isCurrent && <Badge tone="good">{words.current}</Badge>}
        </h3>
        {!isCurrent && (
          <Button aria-label={words.restoreName(version)} isBusy={isBusy} onClick={onRestore}>
            {words.restore}
          </Button>
        )}
      </header>
      <p className={styles['note']}>
        <Time value={changed_at} /> {actor} {changed_by?.key_prefix && <code>{changed_by.key_prefix}</code>}
      </p>
      <LongText text={text} />
      {Object.keys(metadata).length > 0 && (
        <details>
          <summary>{view.metadata}</summary>
          <CodeBlock label={view.metadata} code={JSON.stringify(metadata, null, 2)} />
        </details>
      )}
    </li>
  );
}

import type { Memory } from '@mnema/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { mnema } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { LongText } from './long-text.tsx';
import styles from './memory-view.module.css';
import { memoryQuery } from './queries.ts';

/** Everything about a memory that can be read. */
export function MemoryView({ memory }: { memory: Memory }) {
  const { view } = texts.memories;
  const { messages, original_text, entities } = memory;
  return (
    <div className={styles['view']}>
      {memory.failure && <FailureNote memory={memory} />}
      {messages ? (
        <section aria-label={view.messages}>
          <ol className={styles['messages']}>
            {messages.map(({ role, name, content }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
              <li key={index}>
                <h3 dir="auto">{name ?? view.roles[role]}</h3>
                <LongText text={content} look="large" />
              </li>
            ))}
          </ol>
        </section>
      ) : (
        <LongText text={memory.memory} look="large" />
      )}
      {original_text !== undefined && (
        <section>
          <h3>{view.original}</h3>
          <LongText text={original_text} />
        </section>
      )}
      {entities.length > 0 && (
        <section>
          <h3>{view.entities}</h3>
          <ul className={styles['entities']}>
            {entities.map(({ name, kind }) => (
              <li key={`${kind} ${name}`}>
                <bdi>{name}</bdi> <span>{kind}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <MetadataView metadata={memory.metadata} />
      <Facts memory={memory} />
    </div>
  );
}

/** Why ingest failed, and a retry. */
function FailureNote({ memory }: { memory: Memory }) {
  const { failure } = texts.memories;
  const retry = useMutation({
    mutationFn: () => mnema.retry(memory.id),
    async onSuccess() {
      addToast({ text: failure.retried });
      await queryClient.invalidateQueries({ queryKey: memoryQuery(memory.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['memories', 'list'] });
    },
  });
  const isFinal = memory.status === 'failed';
  return (
    <section className={styles['failure']} data-final={isFinal || undefined}>
      <Badge tone={isFinal ? 'bad' : 'warn'}>{texts.memories.statuses[memory.status]}</Badge>
      <p>{isFinal ? failure.failed : failure.pending}</p>
      <p>
        <strong dir="auto">{memory.failure?.message}</strong> {failure.attempts(memory.attempts)}{' '}
        {memory.next_attempt_at !== null && (
          <>
            {failure.next} <Time value={memory.next_attempt_at} />
          </>
        )}
      </p>
      {isFinal && (
        <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
          {failure.retry}
        </Button>
      )}
      {retry.error && <ErrorState error={retry.error} />}
    </section>
  );
}

function MetadataView({ metadata }: { metadata: Memory['metadata'] }) {
  const { view } = texts.memories;
  const [isJson, setJson] = useState(false);
  const entries = Object.entries(metadata);
  return (
    <section>
      <header className={styles['header']}>
        <h3>{view.metadata}</h3>
        {entries.length > 0 && (
          <Button look="quiet" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
            {view.json}
          </Button>
        )}
      </header>
      {entries.length === 0 ? (
        <p className={styles['muted']}>{view.noMetadata}</p>
      ) : isJson ? (
        <CodeBlock label={view.metadata} code={JSON.stringify(metadata, null, 2)} />
      ) : (
        <dl className={styles['facts']}>
          {entries.map(([key, value]) => (
            <Fact key={key} name={<bdi>{key}</bdi>}>
              <bdi>{writeValue(value)}</bdi>
            </Fact>
          ))}
        </dl>
      )}
    </section>
  );
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ memory }: { memory: Memory }) {
  const { view, statuses } = texts.memories;
  const account = useAccount();
  const { status, outcome } = memory;
  const user = memory.end_user_id ?? memory.user_id;
  const tone = ({ ready: 'good', pending: 'warn', failed: 'bad' } as const)[status];
  return (
    <section>
      <h3>{view.facts}</h3>
      <dl className={styles['facts']}>
        <Fact name={view.status}>
          <Badge tone={tone}>{statuses[status]}</Badge>
        </Fact>
        {outcome !== null && outcome !== 'stored' && (
          <Fact name={view.outcome}>{view.outcomes[outcome] ?? outcome}</Fact>
        )}
        <OtherMemories name={view.duplicateOf} ids={[memory.duplicate_of]} />
        <OtherMemories name={view.extractedIds} ids={memory.extracted_ids?.filter((id) => id !== memory.id) ?? []} />
        <OtherMemories name={view.sourceMemory} ids={[memory.source_memory_id]} />
        <Fact name={view.occurred}>
          <Time value={memory.occurred_at} />
        </Fact>
        <Fact name={view.created}>
          <Time value={memory.created_at} />
        </Fact>
        {memory.version > 1 && (
          <Fact name={view.updated}>
            <Time value={memory.updated_at} />
          </Fact>
        )}
        {memory.expires_at !== null && (
          <Fact name={view.expires}>
            <Time value={memory.expires_at} />
          </Fact>
        )}
        <Fact name={view.version}>{memory.version}</Fact>
        {user !== account.id && (
          <Fact name={view.user}>
            <bdi>{user}</bdi>
          </Fact>
        )}
        {memory.agent_id !== null && (
          <Fact name={view.agent}>
            <bdi>{memory.agent_id}</bdi>
          </Fact>
        )}
        {memory.run_id !== null && (
          <Fact name={view.run}>
            <bdi>{memory.run_id}</bdi>
          </Fact>
        )}
        <Fact name={view.id}>
          <code>{memory.id}</code>
        </Fact>
      </dl>
    </section>
  );
}

function OtherMemories({ name, ids }: { name: string; ids: readonly (string | undefined)[] }) {
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return null;
  return (
    <Fact name={name}>
      {known.map((id) => (
        <Link
          key={id}
          from="/memories"
          to="/memories"
          search={(before) => ({ ...before, id })}
          resetScroll={false}
          className={styles['id']}
        >
          {id}
        </Link>
      ))}
    </Fact>
  );
}

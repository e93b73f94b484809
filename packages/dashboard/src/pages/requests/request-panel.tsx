import type { LoggedRequest } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../parts/copy-button.tsx';
import { formatExact, formatMilliseconds, formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';
import { RequestStatus } from './request-status.tsx';

const memoryPath = /^\/memories\/(mem_[0-9A-Z]{26})(?:\/|$)/;

/** One request, with everything that is stored of it. */
export function RequestPanel({ row, onClose }: { row: LoggedRequest | undefined; onClose: () => void }) {
  const words = texts.requests.detail;
  const memoryId = row && memoryPath.exec(row.path)?.[1];
  return (
    <Panel title={row?.operation ?? words.id} onClose={onClose}>
      {row === undefined && <p>{words.missing}</p>}
      {row !== undefined && (
        <>
          <dl className={styles['details']}>
            <dt>{words.id}</dt>
            <dd>
              <code>{row.id}</code>
            </dd>
            <dt>{words.time}</dt>
            <dd>
              <time dateTime={row.created_at}>{formatExact(row.created_at)}</time>
            </dd>
            <dt>{words.method}</dt>
            <dd>
              <code>
                {row.method} {row.path}
              </code>
            </dd>
            <dt>{words.status}</dt>
            <dd>
              <RequestStatus code={row.status_code} />
            </dd>
            <dt>{words.latency}</dt>
            <dd>{formatMilliseconds(row.latency_ms)}</dd>
            <dt>{words.source}</dt>
            <dd>{texts.requests.filters.sources[row.source as 'rest'] ?? row.source}</dd>
            <dt>{words.key}</dt>
            <dd>{row.key_prefix === null ? words.noKey : <code>{row.key_prefix}…</code>}</dd>
            {row.count > 1 && (
              <>
                <dt>{words.count}</dt>
                <dd>{texts.requests.total(formatNumber(row.count))}</dd>
              </>
            )}
          </dl>
          <CopyButton text={row.id} label={words.copyId} />
          {memoryId && (
            <p className={styles['note']}>
              <Link to="/memories" search={{ id: memoryId }}>
                {words.memory}
              </Link>
            </p>
          )}
          <p className={styles['note']}>{words.note}</p>
        </>
      )}
    </Panel>
  );
}

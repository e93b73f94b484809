import type { ApiKey } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import { describeRestriction, describeScopes, KeyState } from './key-state.tsx';
import styles from './page.module.css';

/** The keys. The name of each opens its details. */
export function KeyTable({ keys, selected }: { keys: readonly ApiKey[]; selected: string | undefined }) {
  const words = texts.apiKeys.table;
  const columns: Column<ApiKey>[] = [
    {
      id: 'label',
      header: words.label,
      isRowHeader: true,
      cell: ({ id, label, key_prefix, scopes, restrict }) => (
        <div className={styles['name']}>
          <Link to="/api-keys" search={{ id }} preload={false}>
            {label}
          </Link>
          <code>{key_prefix}…</code>
          <span className={`${styles['small']} ${styles['narrow']}`}>
            {describeScopes(scopes)} · {describeRestriction(restrict)}
          </span>
        </div>
      ),
    },
    { id: 'scopes', header: words.scopes, isWideOnly: true, cell: ({ scopes }) => describeScopes(scopes) },
    { id: 'restrict', header: words.restrict, isWideOnly: true, cell: ({ restrict }) => describeRestriction(restrict) },
    { id: 'state', header: words.state, cell: (apiKey) => <KeyState apiKey={apiKey} /> },
    {
      id: 'used',
      header: words.used,
      kind: 'number',
      cell: ({ last_used_at }) => (last_used_at === null ? texts.common.never : <Time value={last_used_at} />),
    },
  ];
  return <DataTable caption={words.caption} columns={columns} rows={keys} keyOf={({ id }) => id} selected={selected} />;
}

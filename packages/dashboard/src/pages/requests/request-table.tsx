import type { LoggedRequest } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatMilliseconds, formatNumber } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import { RequestStatus } from './request-status.tsx';
import type { RequestsSearch } from './requests-search.ts';

interface RequestTableProps {
  caption: string;
  rows: readonly LoggedRequest[];
  /** The filters of the page that a row opens in. */
  search?: RequestsSearch;
}

/** Rows of the request log. The operation of each opens its details. */
export function RequestTable({ caption, rows, search = {} }: RequestTableProps) {
  const words = texts.requests.table;
  const columns: Column<LoggedRequest>[] = [
    {
      id: 'operation',
      header: words.operation,
      isRowHeader: true,
      cell: ({ id, operation, count }) => (
        <>
          <Link to="/requests" search={{ ...search, id }} preload={false}>
            {operation}
          </Link>
          {count > 1 && ` · ${words.many(formatNumber(count))}`}
        </>
      ),
    },
    { id: 'status', header: words.status, cell: ({ status_code }) => <RequestStatus code={status_code} /> },
    {
      id: 'latency',
      header: words.latency,
      kind: 'number',
      isWideOnly: true,
      cell: ({ latency_ms }) => formatMilliseconds(latency_ms),
    },
    {
      id: 'source',
      header: words.source,
      isWideOnly: true,
      cell: ({ source }) => texts.requests.filters.sources[source as 'rest'] ?? source,
    },
    {
      id: 'key',
      header: words.key,
      isWideOnly: true,
      cell: ({ key_prefix }) => (key_prefix === null ? '–' : <code>{key_prefix}…</code>),
    },
    { id: 'time', header: words.time, kind: 'number', cell: ({ created_at }) => <Time value={created_at} /> },
  ];
  return <DataTable caption={caption} rows={rows} columns={columns} keyOf={({ id }) => id} selected={search.id} />;
}

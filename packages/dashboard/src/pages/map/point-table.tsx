import type { MapPoint } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDay } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';

const rowsAtOnce = 50;

interface PointTableProps {
  points: readonly MapPoint[];
  selected: string | undefined;
}

/** The points as a table, for people who do not use the picture. */
export function PointTable({ points, selected }: PointTableProps) {
  const [shown, setShown] = useState(rowsAtOnce);
  const words = texts.map.table;
  return (
    <>
      <DataTable
        caption={words.caption}
        rows={points.slice(0, shown)}
        keyOf={({ memory_id }) => memory_id}
        selected={selected}
        columns={[
          {
            id: 'text',
            header: words.text,
            isRowHeader: true,
            cell: ({ memory_id, excerpt }) => (
              <Link to="/map" search={(before) => ({ ...before, id: memory_id })} resetScroll={false} dir="auto">
                {excerpt}
              </Link>
            ),
          },
          { id: 'project', header: texts.map.colorings.project, cell: ({ project }) => <bdi>{project}</bdi> },
          {
            id: 'agent',
            header: texts.map.colorings.agent,
            isWideOnly: true,
            cell: (row) => <bdi>{row.agent_id}</bdi>,
          },
          {
            id: 'type',
            header: texts.map.colorings.type,
            isWideOnly: true,
            cell: (row) => <bdi>{row.memory_type}</bdi>,
          },
          { id: 'day', header: words.day, isWideOnly: true, cell: ({ occurred_at }) => formatDay(occurred_at) },
        ]}
      />
      {shown < points.length && <Button onClick={() => setShown(shown + rowsAtOnce)}>{texts.common.more}</Button>}
    </>
  );
}

import type { MemoryMap } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { Choice } from '../../parts/choice.tsx';
import { useDeferredIds } from '../../parts/deferred.ts';
import { formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { groupPoints, usefulColoring } from './groups.ts';
import { Legend } from './legend.tsx';
import './looks.css';
import { MapPanel } from './map-panel.tsx';
import { MapPicture } from './map-picture.tsx';
import { mapQuery } from './map-query.ts';
import { type Coloring, colorings, type MapSearch } from './map-search.ts';
import styles from './page.module.css';
import { PointTable } from './point-table.tsx';

export const page = createLazyRoute('/signed-in/map')({ component: MapPage });

function MapPage() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const { data, error, refetch } = useQuery(mapQuery);
  const shown = data?.shown;
  const words = texts.map;
  const go = useCallback(
    (change: (before: MapSearch) => MapSearch): void => void navigate({ search: change, resetScroll: false }),
    [navigate],
  );
  return (
    <Page
      title={words.title}
      lead={<Lead map={shown} />}
      panel={
        search.id !== undefined && (
          <MapPanel key={search.id} id={search.id} onClose={() => go(({ id: _, ...before }) => before)} />
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <Computing total={data?.latest.total ?? null} />}
      {shown && shown.points.length === 0 && <Nothing isEmpty={shown.total === 0} />}
      {shown && shown.points.length > 0 && (
        <Points
          map={shown}
          search={search}
          onColor={(color) => go((before) => ({ ...before, color }))}
          onOpen={(id) => go((before) => ({ ...before, id }))}
        />
      )}
    </Page>
  );
}

function Lead({ map }: { map: MemoryMap | undefined }) {
  const { lead, sampled } = texts.map;
  const total = map?.total ?? 0;
  const placed = map?.points.length ?? 0;
  const isSample = placed > 0 && placed < total;
  return (
    <>
      {lead} <span role="status">{isSample && sampled(formatNumber(placed), formatNumber(total))}</span>
    </>
  );
}

/** The progress, instead of the picture. */
function Computing({ total }: { total: number | null }) {
  const { computing } = texts.map;
  return (
    <div role="status" className={styles['computing']}>
      <progress aria-label={computing.label} />
      <p>{total === null ? computing.reading : computing.placing(formatNumber(total))}</p>
    </div>
  );
}

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  if (!isEmpty) return <EmptyState title={texts.map.noVectors} />;
  return (
    <EmptyState title={texts.map.empty}>
      <Link to="/connect">{texts.memories.connect}</Link>
    </EmptyState>
  );
}

interface PointsProps {
  map: MemoryMap;
  search: MapSearch;
  onColor: (color: Coloring) => void;
  onOpen: (id: string) => void;
}

function Points({ map, search, onColor, onOpen }: PointsProps) {
  const hidden = useDeferredIds();
  const [chosen, setChosen] = useState<number | null>(null);
  const points = useMemo(() => map.points.filter(({ memory_id }) => !hidden.has(memory_id)), [map, hidden]);
  const coloring = search.color ?? usefulColoring(points);
  const { groups, lookOf } = useMemo(() => groupPoints(points, coloring), [points, coloring]);
  const words = texts.map;
  return (
    <>
      <div className={styles['bar']}>
        <span aria-hidden="true">{words.colorBy}</span>
        <Choice
          label={words.colorBy}
          value={coloring}
          choices={colorings.map((one) => [one, words.colorings[one]] as const)}
          onChoose={(color) => {
            setChosen(null);
            onColor(color);
          }}
        />
      </div>
      <Legend groups={groups} chosen={chosen} onChoose={setChosen} />
      <MapPicture points={points} lookOf={lookOf} chosen={chosen} selected={search.id} onOpen={onOpen} />
      <details className={styles['table']}>
        <summary>{words.table.show}</summary>
        <PointTable points={points} selected={search.id} />
      </details>
    </>
  );
}

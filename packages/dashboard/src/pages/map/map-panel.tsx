import { NotFoundError } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { MemoryView } from '../memories/memory-view.tsx';
import { memoryQuery } from '../memories/queries.ts';

/** A memory next to the map. */
export function MapPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: memory, error, refetch } = useQuery(memoryQuery(id));
  const isGone = NotFoundError.is(error);
  const link = !isGone && (
    <Link to="/memories" search={{ id }}>
      {texts.map.openInMemories}
    </Link>
  );
  return (
    <Panel title={texts.memories.panel.title} actions={link} onClose={onClose}>
      {isGone && <p>{texts.memories.gone}</p>}
      {!isGone && error && !memory && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !memory && <Skeleton lines={5} />}
      {!isGone && memory && <MemoryView memory={memory} />}
    </Panel>
  );
}

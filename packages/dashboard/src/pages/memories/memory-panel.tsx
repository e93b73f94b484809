import { type Memory, NotFoundError } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { texts } from '../../texts/texts.ts';
import { EditMemory } from './edit-memory.tsx';
import { memoriesApi } from './memories-api.ts';
import { MemoryVersions } from './memory-versions.tsx';
import { MemoryView } from './memory-view.tsx';
import { memoryQuery } from './queries.ts';
import type { MemoriesSearch, View } from './search-params.ts';
import { SimilarMemories } from './similar-memories.tsx';
import { WhyThisResult } from './why-this-result.tsx';

interface MemoryPanelProps {
  id: string;
  onClose: () => void;
  onDelete: (id: string) => void;
}

/** A memory next to the list. */
export function MemoryPanel({ id, onClose, onDelete }: MemoryPanelProps) {
  const { data: memory, error, refetch } = useQuery(memoryQuery(id));
  const [isEditing, setEditing] = useState(false);
  const words = texts.memories.panel;
  const isGone = NotFoundError.is(error);
  const actions = memory && !isGone && !isEditing && (
    <>
      <Button icon="edit" onClick={() => setEditing(true)}>
        {words.edit}
      </Button>
      <Button icon="trash" onClick={() => onDelete(id)}>
        {words.delete}
      </Button>
    </>
  );
  return (
    // The key moves the focus to the title when the form opens and when it closes.
    <Panel
      key={String(isEditing)}
      title={isEditing ? texts.memories.edit.title : words.title}
      actions={actions}
      onClose={onClose}
    >
      {isEditing && memory ? (
        <EditMemory memory={memory} onEnd={() => setEditing(false)} />
      ) : isGone ? (
        <p>{texts.memories.gone}</p>
      ) : memory === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )
      ) : (
        <Views memory={memory} />
      )}
    </Panel>
  );
}

function Views({ memory }: { memory: Memory }) {
  const search = memoriesApi.useSearch();
  const navigate = memoriesApi.useNavigate();
  const words = texts.memories.panel;
  const isResult = search.q !== undefined;
  const tabs: { id: View; label: string; content: ReactNode }[] = [
    { id: 'memory', label: words.memory, content: <MemoryView memory={memory} /> },
    ...(isResult
      ? [{ id: 'why' as const, label: words.why, content: <WhyThisResult id={memory.id} search={search} /> }]
      : []),
    { id: 'versions', label: words.versions, content: <MemoryVersions memory={memory} /> },
    { id: 'similar', label: words.similar, content: <SimilarMemories memory={memory} /> },
  ];
  const view = tabs.find(({ id }) => id === search.view)?.id ?? 'memory';
  const show = (next: View): void =>
    void navigate({
      search: ({ view: _, ...before }: MemoriesSearch) => ({ ...before, ...(next !== 'memory' && { view: next }) }),
      replace: true,
      resetScroll: false,
    });
  return <Tabs label={words.views} tabs={tabs} value={view} onChange={show} />;
}

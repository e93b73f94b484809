import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorState } from '../../parts/states.tsx';
import { VisuallyHidden } from '../../parts/visually-hidden.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './memory-list.module.css';
import { MemoryRow } from './memory-row.tsx';
import type { Listed } from './queries.ts';

const estimatedHeight = 84;
const loadAhead = 30;
/** Prevents the bar at the top, and the navigation of a phone at the bottom, from covering the row with the focus. */
const clearance = { scrollPaddingStart: 72, scrollPaddingEnd: 88 };

interface MemoryListProps {
  items: readonly Listed[];
  hasMore: boolean;
  moreError: unknown;
  onMore: () => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onDelete: (id: string) => void;
}

/** Draws the visible rows, and loads more before the last one becomes visible. */
function useRows(props: MemoryListProps, list: RefObject<HTMLElement | null>, current: number) {
  const { items, hasMore, moreError, onMore } = props;
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeight,
    overscan: 8,
    getItemKey: (index) => items[index]?.id ?? index,
    scrollMargin: useTopOf(list),
    // The row with the focus stays, wherever the page is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
    ...clearance,
  });
  const rows = virtualizer.getVirtualItems();
  const last = Math.max(...rows.filter(({ index }) => index !== current).map(({ index }) => index), 0);
  const isNearEnd = hasMore && !moreError && last >= items.length - loadAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that adds nothing in sight leads to the next one
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, items.length]);
  return { virtualizer, rows };
}

interface Focusing {
  setActive: (index: number) => void;
  virtualizer: ReturnType<typeof useRows>['virtualizer'];
}

/** The keys of the list, and selecting. */
function useKeys(
  { items, selected, onSelect, onDelete }: MemoryListProps,
  list: RefObject<HTMLElement | null>,
  current: number,
  { setActive, virtualizer }: Focusing,
) {
  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(index, items.length - 1));
    flushSync(() => setActive(next));
    list.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus({ preventScroll: true });
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const remove = (index: number): void => {
    const id = items[index]?.id;
    if (id === undefined) return;
    flushSync(() => onDelete(id));
    // The row after it has its place now.
    list.current?.querySelector<HTMLElement>(`[data-index="${Math.min(index, items.length - 2)}"] a`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void =>
    handleKey(event, {
      move: (by) => focus(current + by),
      goTo: focus,
      toggle: () => items[current] && toggle(items[current].id),
      remove: () => remove(current),
      last: items.length - 1,
      isLink: event.target instanceof HTMLAnchorElement,
    });
  return { toggle, onKeyDown };
}

/** The list of memories. Only the rows in sight are drawn; one of them is in the order of tabs, arrow keys move it. */
export function MemoryList(props: MemoryListProps) {
  const { items, hasMore, moreError, onMore, selected } = props;
  const list = useRef<HTMLUListElement>(null);
  const keysId = useId();
  const [active, setActive] = useState(0);
  const current = Math.min(active, items.length - 1);
  const { virtualizer, rows } = useRows(props, list, current);

  const { toggle, onKeyDown } = useKeys(props, list, current, { setActive, virtualizer });

  return (
    <>
      <VisuallyHidden>
        <span id={keysId}>{texts.memories.keys}</span>
      </VisuallyHidden>
      <ul
        ref={list}
        className={styles['list']}
        aria-label={texts.memories.list}
        aria-describedby={keysId}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <MemoryRow
              key={key}
              ref={virtualizer.measureElement}
              item={item}
              index={index}
              count={hasMore ? -1 : items.length}
              top={start - virtualizer.options.scrollMargin}
              isCurrent={index === current}
              isSelected={selected.has(item.id)}
              hasSelection={selected.size > 0}
              onFocus={() => setActive(index)}
              onToggle={() => toggle(item.id)}
            />
          );
        })}
      </ul>
      {moreError ? (
        <ErrorState error={moreError} onRetry={onMore} />
      ) : (
        hasMore && <p className={styles['more']}>{texts.memories.loadingMore}…</p>
      )}
    </>
  );
}

interface Actions {
  move: (by: number) => void;
  goTo: (index: number) => void;
  toggle: () => void;
  remove: () => void;
  last: number;
  /** False for the checkbox, which has keys of its own. */
  isLink: boolean;
}

function handleKey(event: KeyboardEvent, actions: Actions): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const act = actionOf(event.key, actions);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function actionOf(key: string, { move, goTo, toggle, remove, last, isLink }: Actions): (() => void) | undefined {
  if (key === 'ArrowDown' || key === 'j') return () => move(1);
  if (key === 'ArrowUp' || key === 'k') return () => move(-1);
  if (key === 'Home') return () => goTo(0);
  if (key === 'End') return () => goTo(last);
  if (key === 'Delete') return remove;
  if (isLink && (key === ' ' || key === 'x')) return toggle;
  return undefined;
}

/** The distance of the list from the top of the page, which changes with the content above it. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current === null) return;
    setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}

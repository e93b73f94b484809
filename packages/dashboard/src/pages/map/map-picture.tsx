import type { MapPoint } from '@mnema/sdk';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { VisuallyHidden } from '../../parts/visually-hidden.tsx';
import { texts } from '../../texts/texts.ts';
import { drawMap } from './draw-map.ts';
import { lookCount } from './groups.ts';
import styles from './map-picture.module.css';
import { useSize, useThemeChanges } from './use-picture.ts';
import {
  type Direction,
  filling,
  middleOf,
  nearestTo,
  nextTowards,
  type Position,
  panBy,
  toPixels,
  type Viewport,
  wholeMap,
  withInSight,
  zoomAt,
} from './viewport.ts';

const zoomStep = 1.5;
const panStep = 60;
/** How near the pointer has to come to a point, and how far it may move in a click. */
const reachPixels = 16;
const stillPixels = 4;

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const pans: Record<Direction, Position> = {
  left: { x: panStep, y: 0 },
  right: { x: -panStep, y: 0 },
  up: { x: 0, y: panStep },
  down: { x: 0, y: -panStep },
};

interface MapPictureProps {
  points: readonly MapPoint[];
  lookOf: (point: MapPoint) => number;
  /** The look of the highlighted group. */
  chosen: number | null;
  /** The id of the opened memory. */
  selected: string | undefined;
  onOpen: (id: string) => void;
}

/** The points as a picture that can be enlarged and moved, with the pointer or the keyboard. */
export function MapPicture({ points, lookOf, chosen, selected, onOpen }: MapPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const looks = useRef<HTMLDivElement>(null);
  const drag = useRef<{ last: Position; isMoved: boolean } | null>(null);
  const hintId = useId();
  const size = useSize(frame);
  const theme = useThemeChanges();
  const [viewport, setViewport] = useState<Viewport>(wholeMap);
  const [currentId, setCurrentId] = useState<string>();
  const words = texts.map.picture;

  const positions = useMemo(() => filling(points), [points]);
  const pixels = useMemo(
    () => positions.map((position) => toPixels(position, viewport, size)),
    [positions, viewport, size],
  );
  const indexOf = (id: string | undefined): number | undefined => {
    const index = points.findIndex(({ memory_id }) => memory_id === id);
    return index === -1 ? undefined : index;
  };
  const current = indexOf(currentId);
  const selectedIndex = indexOf(selected);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the theme
  useEffect(() => {
    if (!canvas.current || !looks.current || !frame.current || size.width === 0) return;
    const { color, backgroundColor, accentColor } = getComputedStyle(frame.current);
    const ofLooks = [...looks.current.children].map((look) => getComputedStyle(look).color);
    const colors = { looks: ofLooks, accent: accentColor, text: color, background: backgroundColor };
    const { zoom } = viewport;
    const drawn = pixels.map((pixel, index) => ({ ...pixel, look: lookOf(points[index] as MapPoint) }));
    drawMap(canvas.current, size, { points: drawn, zoom, chosen, selected: selectedIndex, current, colors });
  }, [points, pixels, lookOf, size, viewport, chosen, selectedIndex, current, theme]);

  const middle = middleOf(size);
  const zoom = (factor: number, at: Position = (current !== undefined && pixels[current]) || middle): void =>
    setViewport((before) => zoomAt(before, factor, at, size));

  // React listens to the wheel without being able to keep the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent): void => {
      // At the whole map the wheel scrolls the page on.
      if (event.deltaY === 0 || (event.deltaY > 0 && viewport.zoom === 1)) return;
      event.preventDefault();
      const at = { x: event.offsetX, y: event.offsetY };
      setViewport((before) => zoomAt(before, 2 ** (-event.deltaY / 300), at, size));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [size, viewport.zoom]);

  const pixelOf = (event: PointerEvent): Position => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function onPointerMove(event: PointerEvent): void {
    const at = pixelOf(event);
    const dragged = drag.current;
    if (dragged === null) {
      const nearest = nearestTo(at, pixels, reachPixels);
      setCurrentId(nearest === undefined ? undefined : points[nearest]?.memory_id);
      return;
    }
    const by = { x: at.x - dragged.last.x, y: at.y - dragged.last.y };
    if (!dragged.isMoved && Math.hypot(by.x, by.y) < stillPixels) return;
    drag.current = { last: at, isMoved: true };
    setCurrentId(undefined);
    setViewport((before) => panBy(before, by, size));
  }

  function onPointerUp(event: PointerEvent): void {
    const wasMoved = drag.current?.isMoved ?? true;
    drag.current = null;
    if (wasMoved) return;
    const nearest = nearestTo(pixelOf(event), pixels, reachPixels);
    const point = nearest === undefined ? undefined : points[nearest];
    if (point) onOpen(point.memory_id);
  }

  function moveTo(index: number | undefined): void {
    if (index === undefined) return;
    setCurrentId(points[index]?.memory_id);
    setViewport((before) => withInSight(before, positions[index] as Position, size));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (direction !== undefined && event.shiftKey) {
      setViewport((before) => panBy(before, pans[direction], size));
    } else if (direction !== undefined) {
      const start = current ?? selectedIndex;
      moveTo(start === undefined ? nearestTo(middle, pixels, Infinity) : nextTowards(start, direction, pixels));
    } else if (event.key === '+' || event.key === '=') zoom(zoomStep);
    else if (event.key === '-') zoom(1 / zoomStep);
    else if (event.key === '0') setViewport(wholeMap);
    else if ((event.key === 'Enter' || event.key === ' ') && currentId !== undefined) onOpen(currentId);
    else if (event.key === 'Escape' && currentId !== undefined) setCurrentId(undefined);
    else return;
    event.preventDefault();
  }

  const point = current === undefined ? undefined : points[current];
  const at = current === undefined ? undefined : pixels[current];
  return (
    <figure className={styles['figure']}>
      <div
        ref={frame}
        className={styles['frame']}
        data-zoomed={viewport.zoom > 1 || undefined}
        data-pointed={point ? '' : undefined}
        role="application"
        aria-label={words.label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys like any widget
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setCurrentId(undefined)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { last: pixelOf(event), isMoved: false };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onPointerLeave={() => setCurrentId(undefined)}
      >
        <canvas ref={canvas} />
        {point && at && (
          <div
            className={styles['note']}
            style={{
              left: Math.min(Math.max(at.x, noteReach(size.width)), size.width - noteReach(size.width)),
              ...(at.y > size.height / 2 ? { bottom: size.height - at.y + reachPixels } : { top: at.y + reachPixels }),
            }}
          >
            <p dir="auto">{point.excerpt}</p>
            <p className={styles['facts']}>{factsOf(point)}</p>
          </div>
        )}
      </div>
      <div className={styles['controls']}>
        <IconButton icon="plus" label={words.zoomIn} onClick={() => zoom(zoomStep, middle)} />
        <IconButton icon="minus" label={words.zoomOut} onClick={() => zoom(1 / zoomStep, middle)} />
        <IconButton icon="whole" label={words.whole} onClick={() => setViewport(wholeMap)} />
      </div>
      <div ref={looks} hidden>
        {Array.from({ length: lookCount }, (_, look) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a look is a number
          <i key={look} data-look={look} />
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{point && `${point.excerpt} ${factsOf(point)}`}</span>
      </VisuallyHidden>
      <figcaption id={hintId} className={styles['hint']}>
        {words.hint}
      </figcaption>
    </figure>
  );
}

/** Half of the width of a note, as in the style sheet. */
const noteReach = (width: number): number => Math.min(150, width / 2 - 8);

const factsOf = ({ project, agent_id, memory_type, occurred_at }: MapPoint): string =>
  [project, agent_id, memory_type, formatDay(occurred_at)].filter((fact) => fact !== null).join(' · ');

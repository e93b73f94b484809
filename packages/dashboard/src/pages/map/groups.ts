import type { MapPoint } from '@mnema/sdk';
import { type Coloring, colorings } from './map-search.ts';

/** The groups with their own colour and shape. The others share one. */
const maxGroups = 8;

/** The points with one value, or with one of the less frequent values, or without a value. */
export interface Group {
  kind: 'value' | 'others' | 'none';
  /** Empty unless the kind is `value`. */
  value: string;
  count: number;
  /** The number of its colour and shape. */
  look: number;
}

export const othersLook = maxGroups;
export const noneLook = maxGroups + 1;
export const lookCount = maxGroups + 2;

const fieldOf = (point: MapPoint, coloring: Coloring): string | null =>
  ({ project: point.project, agent: point.agent_id, type: point.memory_type })[coloring];

/** Returns the first colouring that distinguishes points. */
export function usefulColoring(points: readonly MapPoint[]): Coloring {
  const found = colorings.find((coloring) => points.some((point) => fieldOf(point, coloring) !== null));
  return found ?? colorings[0];
}

/** Groups the points by a value, the largest group first, and finds the group of each point. */
export function groupPoints(points: readonly MapPoint[], coloring: Coloring) {
  const counts = new Map<string, number>();
  let without = 0;
  for (const point of points) {
    const value = fieldOf(point, coloring);
    if (value === null) without += 1;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  const groups: Group[] = byCount
    .slice(0, maxGroups)
    .map(([value, count], look) => ({ kind: 'value', value, count, look }));
  const others = byCount.slice(maxGroups).reduce((sum, [, count]) => sum + count, 0);
  if (others > 0) groups.push({ kind: 'others', value: '', count: others, look: othersLook });
  if (without > 0) groups.push({ kind: 'none', value: '', count: without, look: noneLook });
  const looks = new Map(byCount.slice(0, maxGroups).map(([value], look) => [value, look]));
  const lookOf = (point: MapPoint): number => {
    const value = fieldOf(point, coloring);
    return value === null ? noneLook : (looks.get(value) ?? othersLook);
  };
  return { groups, lookOf };
}

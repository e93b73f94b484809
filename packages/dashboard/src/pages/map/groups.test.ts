import type { MapPoint } from '@mnema/sdk';
import { expect, it } from 'vitest';
import { groupPoints, noneLook, othersLook, usefulColoring } from './groups.ts';

const point = (project: string | null, agent_id: string | null = null) =>
  ({ project, agent_id, memory_type: null }) as MapPoint;

it('gives the most frequent values a look of their own, and the others share one', () => {
  const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
  const points = names.flatMap((name, at) => Array.from({ length: 20 - at }, () => point(name)));
  const { groups, lookOf } = groupPoints([...points, point(null), point('')], 'project');
  expect(groups.map(({ kind, value, count }) => [kind, value, count]).slice(-3)).toEqual([
    ['value', 'p7', 13],
    ['others', '', 12 + 11 + 1],
    ['none', '', 1],
  ]);
  expect([point('p0'), point('p7'), point('p8'), point(''), point(null)].map(lookOf)).toEqual([
    0,
    7,
    othersLook,
    othersLook,
    noneLook,
  ]);
});

it('colors by what the memories have', () => {
  expect(usefulColoring([point(null, 'planner'), point(null)])).toBe('agent');
  expect(usefulColoring([point(null)])).toBe('project');
});

import { expect, it } from 'vitest';
import {
  filling,
  nearestTo,
  nextTowards,
  panBy,
  toPixels,
  type Viewport,
  wholeMap,
  withInSight,
  zoomAt,
} from './viewport.ts';

const size = { width: 600, height: 400 };
const near = ({ x, y }: { x: number; y: number }) => ({ x: expect.closeTo(x), y: expect.closeTo(y) });

it('shows the whole plane, with y upwards, whatever the picture measures', () => {
  for (const { width, height } of [size, { width: 312, height: 420 }, { width: 1_100, height: 300 }]) {
    for (const [x, y] of [
      [-1, 1],
      [1, -1],
    ] as const) {
      const pixel = toPixels({ x, y }, wholeMap, { width, height });
      expect(pixel.x > width / 2).toBe(x > 0);
      expect(pixel.y > height / 2).toBe(y < 0);
      expect(Math.min(pixel.x, pixel.y, width - pixel.x, height - pixel.y)).toBeGreaterThanOrEqual(24);
    }
  }
});

it('enlarges around the pointer, and back to the whole', () => {
  const position = { x: 0.3, y: -0.2 };
  const pixel = toPixels(position, wholeMap, size);
  const enlarged = zoomAt(wholeMap, 4, pixel, size);
  expect(toPixels(position, enlarged, size)).toEqual(near(pixel));
  expect(zoomAt(enlarged, 1 / 8, { x: 10, y: 10 }, size)).toEqual(wholeMap);
});

it('moves with the pointer, and never loses the plane', () => {
  const viewport: Viewport = { center: { x: 0, y: 0 }, zoom: 4 };
  const before = toPixels({ x: 0, y: 0 }, viewport, size);
  const moved = toPixels({ x: 0, y: 0 }, panBy(viewport, { x: 30, y: -20 }, size), size);
  expect(moved).toEqual(near({ x: before.x + 30, y: before.y - 20 }));
  expect(panBy(wholeMap, { x: 500, y: 0 }, size)).toEqual(wholeMap);
  expect(panBy(viewport, { x: 1e6, y: 0 }, size).center.x).toBe(-0.75);
  expect(withInSight(viewport, { x: 0, y: 0 }, size)).toBe(viewport);
  expect(withInSight(viewport, { x: 0.7, y: 0 }, size).center.x).toBe(0.7);
});

it('finds the point under the pointer, and the next one in a direction', () => {
  const positions = [
    { x: 100, y: 100 },
    { x: 108, y: 100 },
    { x: 200, y: 110 },
    { x: 100, y: 300 },
  ];
  expect(nearestTo({ x: 106, y: 101 }, positions, 12)).toBe(1);
  expect(nearestTo({ x: 150, y: 150 }, positions, 12)).toBeUndefined();
  expect(nextTowards(0, 'right', positions)).toBe(1);
  expect(nextTowards(1, 'right', positions)).toBe(2);
  expect(nextTowards(0, 'down', positions)).toBe(3);
  expect(nextTowards(0, 'left', positions)).toBeUndefined();
});

it('stretches a narrow map, but keeps a line a line', () => {
  expect(
    filling([
      { x: 0.8, y: -1 },
      { x: -0.4, y: 1 },
    ]),
  ).toEqual(
    [
      { x: 1, y: -1 },
      { x: -0.5, y: 1 },
    ].map(near),
  );
  expect(filling([{ x: 1, y: 0.001 }])[0]?.y).toBeLessThan(0.01);
  expect(filling([{ x: 0, y: 0 }])).toEqual([{ x: 0, y: 0 }]);
});

export interface Position {
  x: number;
  y: number;
}

/** The visible part of the plane: the position in the middle of the picture, and its enlargement. */
export interface Viewport {
  center: Position;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

const margin = 24;
/** The buttons in the corner cover no point of the whole map. */
const topMargin = 56;
const maxZoom = 40;
/** One axis may be stretched this much more than the other: they have no meaning, but a line should stay a line. */
const maxStretch = 1.75;

export const wholeMap: Viewport = { center: { x: 0, y: 0 }, zoom: 1 };

/** The pixels for one unit of the plane. */
function unitsOf({ width, height }: Size, zoom: number): Position {
  const [x, y] = [Math.max(1, width / 2 - margin), Math.max(1, (height - topMargin - margin) / 2)];
  return { x: zoom * Math.min(x, y * maxStretch), y: zoom * Math.min(y, x * maxStretch) };
}

/** Returns the pixel of the middle of the picture. */
export const middleOf = ({ width, height }: Size): Position => ({ x: width / 2, y: (height + topMargin - margin) / 2 });

/** Returns where a position of the plane is in the picture, from its upper left corner. */
export function toPixels({ x, y }: Position, { center, zoom }: Viewport, size: Size): Position {
  const units = unitsOf(size, zoom);
  const middle = middleOf(size);
  return { x: middle.x + (x - center.x) * units.x, y: middle.y - (y - center.y) * units.y };
}

function toPlane(pixel: Position, { center, zoom }: Viewport, size: Size): Position {
  const units = unitsOf(size, zoom);
  const middle = middleOf(size);
  return { x: center.x + (pixel.x - middle.x) / units.x, y: center.y - (pixel.y - middle.y) / units.y };
}

const clamp = (value: number, least: number, greatest: number): number => Math.min(greatest, Math.max(least, value));

/** Keeps the plane in the picture: with more enlargement, the middle may be moved further. */
function bounded({ center, zoom }: Viewport): Viewport {
  if (zoom === 1) return wholeMap;
  const reach = 1 - 1 / zoom;
  return { zoom, center: { x: clamp(center.x, -reach, reach), y: clamp(center.y, -reach, reach) } };
}

/** Enlarges the picture around a pixel, which stays where it is as far as possible. */
export function zoomAt(viewport: Viewport, factor: number, pixel: Position, size: Size): Viewport {
  const zoom = clamp(viewport.zoom * factor, 1, maxZoom);
  const under = toPlane(pixel, viewport, size);
  const after = toPlane(pixel, { center: viewport.center, zoom }, size);
  const center = { x: viewport.center.x + under.x - after.x, y: viewport.center.y + under.y - after.y };
  return bounded({ center, zoom });
}

/** Moves the picture by pixels. */
export function panBy(viewport: Viewport, pixels: Position, size: Size): Viewport {
  const units = unitsOf(size, viewport.zoom);
  const { center, zoom } = viewport;
  return bounded({ center: { x: center.x - pixels.x / units.x, y: center.y + pixels.y / units.y }, zoom });
}

/** Returns the same viewport when a position is in the picture, else one with it in the middle. */
export function withInSight(viewport: Viewport, position: Position, size: Size): Viewport {
  const { x, y } = toPixels(position, viewport, size);
  const isInSight = x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  return isInSight ? viewport : bounded({ ...viewport, center: position });
}

/** Returns the index of the nearest position to a pixel within a distance. */
export function nearestTo(pixel: Position, positions: readonly Position[], maxDistance: number): number | undefined {
  let nearest: number | undefined;
  let least = maxDistance;
  for (const [index, { x, y }] of positions.entries()) {
    const distance = Math.hypot(x - pixel.x, y - pixel.y);
    if (distance > least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Returns the index of the next position in a direction, which may be a little off the line. */
export function nextTowards(from: number, direction: Direction, positions: readonly Position[]): number | undefined {
  const start = positions[from];
  if (!start) return undefined;
  let next: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { x, y }] of positions.entries()) {
    const [right, down] = [x - start.x, y - start.y];
    const along = { left: -right, right, up: -down, down }[direction];
    const across = Math.abs(direction === 'left' || direction === 'right' ? down : right);
    // Points that are further across than along are reached with another arrow.
    if (along <= 0 || across > along) continue;
    const cost = along + 2 * across;
    if (cost >= least) continue;
    least = cost;
    next = index;
  }
  return next;
}

/** Stretches positions so that they fill the plane from −1 to 1 in both axes, as far as that is allowed. */
export function filling(positions: readonly Position[]): Position[] {
  const stretch = (values: readonly number[]): number => {
    const extent = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return extent === 0 ? 1 : Math.min(maxStretch, 1 / extent);
  };
  const [x, y] = [stretch(positions.map((one) => one.x)), stretch(positions.map((one) => one.y))];
  return positions.map((one) => ({ x: one.x * x, y: one.y * y }));
}

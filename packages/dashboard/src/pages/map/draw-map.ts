import { noneLook } from './groups.ts';
import { outlineOf } from './shapes.ts';
import type { Position, Size } from './viewport.ts';

/** More points than these are drawn smaller. */
const fewPoints = 300;
const faded = 0.14;
const opaque = 0.86;

export interface DrawnPoint extends Position {
  look: number;
}

export interface Drawing {
  /** In pixels. */
  points: readonly DrawnPoint[];
  zoom: number;
  /** The look of the highlighted points; null for all. */
  chosen: number | null;
  /** The points with a ring around them: the opened one, and the one that is pointed at. */
  selected: number | undefined;
  current: number | undefined;
  colors: { looks: readonly string[]; accent: string; text: string; background: string };
}

/** Draws the points on a canvas. */
export function drawMap(canvas: HTMLCanvasElement, size: Size, drawing: Drawing): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { points, zoom, chosen, selected, current, colors } = drawing;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const scale = Math.min(1, Math.sqrt(Math.sqrt(fewPoints / Math.max(1, points.length)))) * Math.min(2, zoom ** 0.25);
  const shapes = colors.looks.map((_, look) => new Path2D(outlineOf(look)));

  const draw = (index: number, ring?: string): void => {
    const { x, y, look } = points[index] as DrawnPoint;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    if (ring !== undefined) {
      context.beginPath();
      context.arc(0, 0, 10, 0, 2 * Math.PI);
      context.fillStyle = colors.background;
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = ring;
      context.stroke();
    }
    context.fillStyle = colors.looks[look] as string;
    context.fill(shapes[look] as Path2D, 'evenodd');
  };

  // Points without a value lie under the others.
  const order = [...points.keys()].sort((a, b) => depthOf(points[a]) - depthOf(points[b]));
  for (const index of order) {
    const { x, y, look } = points[index] as DrawnPoint;
    if (x < -10 || y < -10 || x > size.width + 10 || y > size.height + 10) continue;
    context.globalAlpha = chosen === null || chosen === look ? opaque : faded;
    draw(index);
  }
  context.globalAlpha = 1;
  if (selected !== undefined) draw(selected, colors.accent);
  if (current !== undefined) draw(current, colors.text);
}

const depthOf = (point: DrawnPoint | undefined): number => (point?.look === noneLook ? 0 : 1);

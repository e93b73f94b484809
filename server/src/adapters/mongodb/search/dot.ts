import type { QuantizedVector } from '../../store-kit/quantize.ts';

export function dot(query: Float32Array, { scale, values }: QuantizedVector): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += (query[at] as number) * (values[at] as number);
  return sum * scale;
}

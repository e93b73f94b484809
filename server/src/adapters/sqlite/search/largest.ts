/**
 * Returns the positions of the `limit` largest values above `floor`, unordered. If values are equal, the later ones
 * win.
 */
export function largest(values: Float32Array | Float64Array, limit: number, floor: number): number[] {
  if (limit < 1) return [];
  /** A heap with the smallest value at its root. */
  const heap: number[] = [];
  const isSmaller = (left: number, right: number) => {
    const difference = (values[left] as number) - (values[right] as number);
    return difference < 0 || (difference === 0 && left < right);
  };
  let smallestKept = floor;
  for (let position = 0; position < values.length; position++) {
    const value = values[position] as number;
    if (heap.length < limit) {
      if (value > floor) rise(heap, position, isSmaller);
    } else if (value >= smallestKept) {
      heap[0] = position;
      sink(heap, isSmaller);
    } else continue;
    if (heap.length === limit) smallestKept = values[heap[0] as number] as number;
  }
  return heap;
}

type IsSmaller = (left: number, right: number) => boolean;

function rise(heap: number[], added: number, isSmaller: IsSmaller): void {
  let at = heap.push(added) - 1;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (!isSmaller(added, heap[parent] as number)) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = added;
}

/** Moves the root of a heap down to its position. */
function sink(heap: number[], isSmaller: IsSmaller): void {
  const moved = heap[0] as number;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isSmaller(heap[child + 1] as number, heap[child] as number)) child++;
    if (!isSmaller(heap[child] as number, moved)) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = moved;
}

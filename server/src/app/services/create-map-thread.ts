import { extname } from 'node:path';
import { fewestRefined, type Point, placePoints } from '../../domain/map/place-points.ts';
import { createThread } from '../../lib/create-thread.ts';
import type { MapOperations } from '../map-worker.ts';

/** The compiled file has another extension than the source. */
const entry = new URL(`../map-worker${extname(import.meta.url)}`, import.meta.url);

/** Places the points of maps on a thread, which starts with the first map of more than a few memories. */
export function createMapThread() {
  const thread = createThread<MapOperations>({
    name: 'map',
    entry,
    workerData: null,
    toError(failure) {
      if (failure.kind === 'failed') return new Error(`placing points failed: ${failure.error.message}`);
      if (failure.kind === 'closed') return new Error('the thread that places points is closed');
      return new Error(`the thread that places points stopped: ${failure.reason}`, { cause: failure.cause });
    },
  });
  return {
    place: async (vectors: readonly Float32Array[]): Promise<Point[]> =>
      vectors.length < fewestRefined ? placePoints(vectors) : thread.run('place', vectors),
    close: thread.close,
  };
}

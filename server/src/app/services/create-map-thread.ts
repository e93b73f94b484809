import { extname } from 'node:path';
import { arrangePoints, fewestRefined, type Point } from '../../domain/map/arrange-points.ts';
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
      if (failure.kind === 'failed') return new Error(`arranging points failed: ${failure.error.message}`);
      if (failure.kind === 'closed') return new Error('the thread that positions points is closed');
      return new Error(`the thread that positions points stopped: ${failure.reason}`, { cause: failure.cause });
    },
  });
  return {
    arrange: async (vectors: readonly Float32Array[]): Promise<Point[]> =>
      vectors.length < fewestRefined ? arrangePoints(vectors) : thread.run('', 'arrange', vectors),
    close: thread.close,
  };
}

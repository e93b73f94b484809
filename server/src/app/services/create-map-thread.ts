import { extname } from 'node:path';
import { createThread, type Thread } from '../../lib/create-thread.ts';
import type { MapOperations } from '../map-worker.ts';

/** The compiled file has another extension than the source. */
const entry = new URL(`../map-worker${extname(import.meta.url)}`, import.meta.url);

/** Creates the thread that places the points of maps. It starts with the first map. */
export function createMapThread(): Thread<MapOperations> {
  return createThread<MapOperations>({
    name: 'map',
    entry,
    workerData: null,
    toError(failure) {
      if (failure.kind === 'failed') return new Error(`placing points failed: ${failure.error.message}`);
      if (failure.kind === 'closed') return new Error('the thread that places points is closed');
      return new Error(`the thread that places points stopped: ${failure.reason}`, { cause: failure.cause });
    },
  });
}

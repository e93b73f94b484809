import { randomInt } from 'node:crypto';
import { findStoreFile } from '../../adapters/sqlite/connection/store-file.ts';
import { systemClock } from '../../adapters/system/clock-and-identifiers.ts';
import type { Config } from '../../config/config.ts';
import { type ReembeddingOptions, startReembedding } from '../../domain/ingest/reembed.ts';
import { createPlainTextProbe } from '../../domain/ingest/worker-run.ts';
import { createLog } from '../../observability/create-log.ts';
import { createEmbedder } from './create-providers.ts';
import { openStore } from './open-store.ts';

/** Opens re-embedding for the command line. No server may use the data directory, but servers may use MongoDB. */
export async function openReembedding(config: Config) {
  // Without this check an empty store would be created.
  if (config.store === 'sqlite') findStoreFile(config.dataDirectory);
  const log = createLog('warn');
  const clock = systemClock;
  let closing = false;
  await using opening = new AsyncDisposableStack();
  const embedder = await createEmbedder(config, log, () => closing);
  opening.defer(() => embedder.close());
  const store = await openStore(config, { clock, log, encoder: embedder });
  opening.defer(() => store.close());
  const opened = opening.move();
  return {
    embedderId: embedder.id,
    /** Counts the memories with embeddings of another embedder. */
    count: () => store.memories.countStale(embedder.id),
    start: (options: Pick<ReembeddingOptions, 'textsPerMinute' | 'events'>) =>
      startReembedding({
        ...{ store: store.memories, embedder, clock, untilDone: true },
        problemWithAll: createPlainTextProbe(embedder, clock),
        random: () => randomInt(1_000) / 1_000,
        isBusy: () => false,
        ...options,
      }),
    close() {
      closing = true;
      return opened.disposeAsync();
    },
  };
}

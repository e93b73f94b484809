import { randomInt } from 'node:crypto';
import { findStoreFile } from '../../adapters/sqlite/connection/store-file.ts';
import { systemClock } from '../../adapters/system/system-clock.ts';
import type { Config } from '../../config/config.ts';
import { createPlainTextProbe } from '../../domain/ingest/plain-text-problem.ts';
import { type Reembedding, startReembedding } from '../../domain/ingest/reembed.ts';
import type { ReembeddingEvents } from '../../domain/ingest/reembedding-options.ts';
import { createLog } from '../../observability/create-log.ts';
import { createEmbedder } from './create-embedder.ts';
import { openStore } from './open-store.ts';

export interface OpenReembedding {
  /** Provider and model that memories are moved to. */
  embedderId: string;
  /** How many memories are of another one. */
  count(): Promise<number>;
  start(options: { textsPerMinute: number | null; events: ReembeddingEvents }): Reembedding;
  close(): Promise<void>;
}

/**
 * For the command line. With MongoDB servers may run meanwhile; a data directory must not be in use.
 * @throws {DataDirectoryError | MongodbError}
 */
export async function openReembedding(config: Config): Promise<OpenReembedding> {
  // Nothing is to be created where there is nothing.
  if (config.store === 'sqlite') findStoreFile(config.dataDirectory);
  const log = createLog('warn');
  const clock = systemClock;
  let closing = false;
  const embedder = createEmbedder(config, log, () => closing);
  const close = async (store?: { close(): Promise<void> }) => {
    closing = true;
    await embedder.close();
    await store?.close();
  };
  try {
    const store = await openStore(config, { clock, log, encoder: embedder, maxPages: undefined });
    return {
      embedderId: embedder.id,
      count: () => store.memories.countStale(embedder.id),
      start: (options) =>
        startReembedding({
          store: store.memories,
          embedder,
          problemWithAll: createPlainTextProbe(embedder, clock),
          clock,
          random: () => randomInt(1_000) / 1_000,
          isBusy: () => false,
          untilDone: true,
          ...options,
        }),
      close: () => close(store),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

import { describe, expect } from 'vitest';
import {
  ana,
  type MemoryStoreUnderTest,
  memory,
  restOf,
  type SuiteOptions,
  useMemoryStore,
  words,
} from '../../test/memory-store-steps.ts';
import { insertMemory } from '../../test/store-steps.ts';
import { describeCandidateIndex } from './candidate-index.contract.ts';
import { describeEmbeddingState } from './embedding-state.contract.ts';
import { describeExtraction } from './extraction.contract.ts';
import { describeIngestJobs } from './ingest-jobs.contract.ts';
import { describeMemoryRows } from './memory-rows.contract.ts';

/** The one contract of {@link MemoryStore}; every adapter passes it. */
export function describeMemoryStore(
  name: string,
  create: () => Promise<MemoryStoreUnderTest>,
  options: SuiteOptions = {},
): void {
  const itRest = restOf(options);
  describe(`${name} as a memory store`, () => {
    const steps = useMemoryStore(create);
    if (!options.findsOnly) {
      describeMemoryRows(steps);
      describeIngestJobs(steps);
    }
    describeCandidateIndex(steps, options);
    describeExtraction(steps, options);
    describeEmbeddingState(steps, options);

    itRest('says that it works when it works', async () => {
      await expect(steps.opened().memories.probe()).resolves.toEqual([]);
    });

    itRest('refuses everything once closed, instead of answering with nothing', async () => {
      const { memories: store, close } = steps.opened();
      await close();
      await expect(insertMemory(store, memory(), words('a'))).rejects.toThrow();
      await expect(store.list({ scope: { accountId: ana }, limit: 1 })).rejects.toThrow();
      await expect(store.get(ana, 'mem_x')).rejects.toThrow();
    });
  });
}

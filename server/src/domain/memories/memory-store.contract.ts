import { describe, expect } from 'vitest';
import { memory } from '../../../test/memory-store-samples.ts';
import {
  type MemoryStoreUnderTest,
  restOf,
  type SuiteOptions,
  useMemoryStore,
} from '../../../test/memory-store-steps.ts';
import { describeCandidateIndex } from '../../ports/candidate-index.contract.ts';
import type { Clock } from '../../ports/clock.ts';
import { describeConditions } from '../../ports/conditions.contract.ts';
import { describeEmbeddingState } from './embedding-state.contract.ts';
import { describeExpiry } from './expiry.contract.ts';
import { describeExtraction } from './extraction.contract.ts';
import { describeIngestJobs } from './ingest-jobs.contract.ts';
import { describeMemoryRows } from './memory-rows.contract.ts';
import { describeMemoryTransfer } from './memory-transfer.contract.ts';

/** Describes the contract of {@link MemoryStore}, which every adapter fulfils. */
export function describeMemoryStore(
  name: string,
  create: (clock: Clock) => Promise<MemoryStoreUnderTest>,
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
    describeConditions(steps);
    describeExtraction(steps, options);
    describeEmbeddingState(steps, options);
    if (!options.findsOnly) {
      describeExpiry(steps);
      describeMemoryTransfer(steps);
    }

    itRest('resolves its probe while it is open, and rejects everything once it is closed', async () => {
      await expect(steps.store.probe()).resolves.toEqual([]);
      await steps.close();
      await expect(steps.insert(memory())).rejects.toThrow();
      await expect(steps.listed()).rejects.toThrow();
      await expect(steps.store.get('acct_ana', 'mem_x')).rejects.toThrow();
    });
  });
}

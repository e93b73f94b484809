import { describe } from 'vitest';
import { createTestStore } from '../../../../test/create-test-store.ts';
import { useMemoryStore } from '../../../../test/memory-store-steps.ts';
import { describeEmbeddingState } from '../../../domain/memories/embedding-state.contract.ts';
import { describeExpiry } from '../../../domain/memories/expiry.contract.ts';
import { describeExtraction } from '../../../domain/memories/extraction.contract.ts';
import { describeCandidateIndex } from '../../../ports/candidate-index.contract.ts';
import { describeConditions } from '../../../ports/conditions.contract.ts';

describe.each([
  { name: 'in memory', options: {} },
  { name: 'that exceeds the budget', options: { cacheBytes: 1 } },
])('an index of SQLite $name', ({ options }) => {
  const steps = useMemoryStore(async ({ now }) => await createTestStore({ now, ...options }));
  describeCandidateIndex(steps, {});
  describeConditions(steps);
  describeExtraction(steps, {});
  describeEmbeddingState(steps, {});
  describeExpiry(steps);
});

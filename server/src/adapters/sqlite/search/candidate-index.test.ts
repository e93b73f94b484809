import { describe } from 'vitest';
import { createTestStore } from '../../../../test/create-test-store.ts';
import { useMemoryStore } from '../../../../test/memory-store-steps.ts';
import { describeCandidateIndex } from '../../../ports/candidate-index.contract.ts';
import { describeConditions } from '../../../ports/conditions.contract.ts';
import { describeEmbeddingState } from '../../../ports/embedding-state.contract.ts';
import { describeExpiry } from '../../../ports/expiry.contract.ts';
import { describeExtraction } from '../../../ports/extraction.contract.ts';

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

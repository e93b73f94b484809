import { describe, expect, it } from 'vitest';
import { createTestStore } from '../../../../test/create-test-store.ts';
import { ids, memory, newText, noon, words } from '../../../../test/memory-store-samples.ts';
import { useMemoryStore } from '../../../../test/memory-store-steps.ts';
import { commitExtraction } from '../../../../test/store-steps.ts';
import type { Claim } from '../../../domain/memories/claim.ts';

describe('a source that leaves the archive', () => {
  const { store, add, insert, change, claimDue, find } = useMemoryStore(async () => await createTestStore());
  const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
  const archived = { kind: 'archive', outcome: 'duplicate', extraction, completed: [], guards: [], at: noon } as const;

  for (const [title, isIndexedBefore] of [
    ['is found again after a search found it before it was archived', true],
    ['is found among newer memories that were indexed before it', false],
  ] as const) {
    it(title, async () => {
      const source = memory({ infer: true });
      await insert(source, words('boat'));
      const newer = await add({}, words('boat'));
      const claim = (await claimDue()).find(({ infer }) => infer) as Claim;
      if (isIndexedBefore) expect(ids(await find({ words: ['boat'] }))).toEqual([source.id, newer.id]);
      await commitExtraction(store, { claim, ...archived });
      expect(ids(await find({ words: ['boat'] }))).toEqual([newer.id]);
      await change(source.id, { text: newText(null, 'boat') });
      expect(ids(await find({ words: ['boat'] }))).toEqual([source.id, newer.id]);
    });
  }
});

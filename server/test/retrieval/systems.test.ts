import { describe, expect, test } from 'vitest';
import { systems } from '../../../bench/src/retrieval/systems.ts';
import type { MemoryStore } from '../../src/domain/memories/memory-store.ts';
import type { CandidateQuery, Candidates } from '../../src/ports/candidate-index.ts';
import { type Embedder, EmbedderError } from '../../src/ports/embedder.ts';

const query = { words: ['tea', 'kettl'], identifiers: ['§kx4410b'] } as CandidateQuery;
const queries: CandidateQuery[] = [];
const store = {
  async candidates(own: CandidateQuery): Promise<Candidates> {
    queries.push(own);
    const counts = own.words.map(() => 3);
    const candidates = [{ wordCounts: counts, identified: own.identifiers.map(() => true), cosine: 0.7 }];
    return { candidates, documentFrequencies: counts, identifierFrequencies: [] } as unknown as Candidates;
  },
} as unknown as MemoryStore;
const embedder = { id: 'e', embedQuery: async () => new Float32Array(2) } as unknown as Embedder;

describe('the systems that retrieval is measured with', () => {
  test('vectors alone asks the store for no words and counts none of the query', async () => {
    const found = await systems['vectors alone']({ store, embedder }).store.candidates(query);
    expect(queries.at(-1)).toMatchObject({ words: [], identifiers: [] });
    expect(found.candidates[0]).toMatchObject({ wordCounts: [0, 0], identified: [false], cosine: 0.7 });
    expect(found).toMatchObject({ documentFrequencies: [0, 0], identifierFrequencies: [0] });
  });

  test('words alone has an embedder that is out of order and the same store, and the whole is what the server has', async () => {
    const parts = systems['words alone']({ store, embedder });
    await expect(parts.embedder.embedQuery('acct', 'tea')).rejects.toThrow(EmbedderError);
    expect([parts.embedder.id, parts.store]).toEqual(['e', store]);
    const whole = { store, embedder };
    expect(systems['the whole'](whole)).toBe(whole);
  });
});

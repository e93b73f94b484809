import { expect, it } from 'vitest';
import { staleSearches } from './stale-embeddings.ts';

it('looks for quarantined memories only after the due memories of all embedders', () => {
  expect(staleSearches(['a', 'b'])).toEqual([
    { embedder: 'a', quarantined: false },
    { embedder: 'b', quarantined: false },
    { embedder: 'a', quarantined: true },
    { embedder: 'b', quarantined: true },
  ]);
  expect(staleSearches([])).toEqual([]);
});

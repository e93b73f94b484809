import { crc32 } from 'node:zlib';
import type { Candidate, Candidates } from '../src/ports/candidate-index.ts';

/** Makes a candidate that holds none of three words, and is a copy of no other. */
export function makeCandidate(id: string, changes: Partial<Candidate> = {}): Candidate {
  return {
    ...{ id, version: 1, wordCounts: [0, 0, 0], identified: [], tagged: [false, false, false], length: 10 },
    ...{ entities: [], copyHash: crc32(id), statedAt: changes.occurredAt ?? 0, cosine: null, characters: 100 },
    ...{ ending: '.', occurredAt: 0, message: null, isContext: false, ...changes },
  };
}

/** Makes what a search in a scope of a hundred memories finds. The third word is common. */
export function makeFound(candidates: Candidate[], changes: Partial<Candidates> = {}): Candidates {
  const frequencies = { identifierFrequencies: [], documentFrequencies: [1, 1, 50] };
  return { candidates, scopeSize: 100, averageLength: 10, ...frequencies, ...changes };
}

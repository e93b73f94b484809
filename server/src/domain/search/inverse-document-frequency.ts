/**
 * Returns the weight of a word by the number of memories of a scope that contain it: the fewer, the higher. It is the
 * variant of BM25 that is never negative.
 */
export function inverseDocumentFrequency(documentFrequency: number, scopeSize: number): number {
  return Math.log(1 + (scopeSize - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

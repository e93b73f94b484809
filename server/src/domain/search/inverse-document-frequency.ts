/**
 * Returns the weight of a word by how many memories of a scope hold it: the fewer, the more. It is the variant of BM25
 * that is never negative.
 */
export function inverseDocumentFrequency(documentFrequency: number, scopeSize: number): number {
  return Math.log(1 + (scopeSize - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

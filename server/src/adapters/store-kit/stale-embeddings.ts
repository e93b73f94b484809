/**
 * Where to look for memories with stale embeddings: first for those that are due, under one embedder after the other, then
 * for quarantined ones.
 */
export function staleLooks<Embedder>(
  staleEmbedders: readonly Embedder[],
): { embedder: Embedder; quarantined: boolean }[] {
  return [false, true].flatMap((quarantined) => staleEmbedders.map((embedder) => ({ embedder, quarantined })));
}

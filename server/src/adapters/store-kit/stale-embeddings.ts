/** Lists the searches of a claim for stale embeddings: for due memories of each embedder, then for quarantined ones. */
export function staleSearches<Embedder>(
  staleEmbedders: readonly Embedder[],
): { embedder: Embedder; quarantined: boolean }[] {
  return [false, true].flatMap((quarantined) => staleEmbedders.map((embedder) => ({ embedder, quarantined })));
}

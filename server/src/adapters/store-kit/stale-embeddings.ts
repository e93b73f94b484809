/** Lists where a claim looks for stale embeddings: for due memories of each embedder, then for quarantined ones. */
export function staleLooks<Embedder>(
  staleEmbedders: readonly Embedder[],
): { embedder: Embedder; quarantined: boolean }[] {
  return [false, true].flatMap((quarantined) => staleEmbedders.map((embedder) => ({ embedder, quarantined })));
}

/**
 * `embedder` processed a ready memory, with or without vectors as the result. `move_at` is when the memory may next be
 * claimed for re-embedding, and also the end of a worker's lease. `move_attempts` counts the claims without a result.
 */
export const embedders = `
  ALTER TABLE memory ADD COLUMN embedder INTEGER;
  ALTER TABLE memory ADD COLUMN move_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN move_attempts INTEGER NOT NULL DEFAULT 0;
  UPDATE memory SET embedder = (SELECT embedder FROM memory_vector AS vector
      WHERE vector.owner = memory.owner AND vector.seq = memory.seq AND vector.chunk = 0)
    WHERE status = 'ready' AND aside = 0;
  CREATE INDEX memory_of_embedder ON memory (embedder, owner, move_at, move_attempts) WHERE embedder IS NOT NULL;
`;

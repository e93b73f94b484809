/**
 * `infer`: facts are still to be extracted. `aside`: reached by its id only. `extraction`: what it came to, as JSON.
 * Ingest leaves an `outcome` that is there already.
 */
export const extraction = `
  ALTER TABLE memory ADD COLUMN infer INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN extraction TEXT;
  ALTER TABLE memory ADD COLUMN source_memory_id TEXT;
`;

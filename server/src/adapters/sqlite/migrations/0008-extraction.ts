/**
 * `infer` is 1 while facts are still to be extracted. `aside` is 1 for an archived memory, which is found only by its
 * id. `extraction` holds the result as JSON. Ingest does not replace an existing `outcome`.
 */
export const extraction = `
  ALTER TABLE memory ADD COLUMN infer INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN extraction TEXT;
  ALTER TABLE memory ADD COLUMN source_memory_id TEXT;
`;

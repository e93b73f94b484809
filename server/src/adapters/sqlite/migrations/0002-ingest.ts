/**
 * These columns store the state of ingest between attempts. `leased` is 1 while a worker has the memory.
 * `interruptions` counts the crashes during an attempt. `refusals` counts the attempts that failed because of the
 * memory itself.
 */
export const ingest = `
  ALTER TABLE memory ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX memory_leased ON memory (seq) WHERE leased = 1;
  CREATE INDEX memory_due_of ON memory (owner, next_attempt_at, seq) WHERE status = 'pending';
  UPDATE memory SET next_attempt_at = pending_since WHERE status = 'pending';
`;

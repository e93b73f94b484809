/**
 * `trace_parent` is the trace of the request that made a memory pending. The new index finds the memories to extract
 * facts from by user.
 */
export const traces = `
  ALTER TABLE memory ADD COLUMN trace_parent TEXT;
  DROP INDEX memory_due_of;
  CREATE INDEX memory_due_of ON memory (owner, next_attempt_at, seq) WHERE status = 'pending' AND infer = 0;
  CREATE INDEX memory_extraction_of ON memory (owner, user_id, next_attempt_at, seq) WHERE status = 'pending' AND infer = 1;
`;

/**
 * `user_id` is the effective user of a memory. `is_end_user` is 1 if that is the end user of a memory whose user is the
 * account itself. The indexes serve lists by scope in either order of time. Those of whole accounts hold the user as
 * well: a list of the account's own memories then reads no row of another user.
 */
export const endUsers = `
  ALTER TABLE memory ADD COLUMN is_end_user INTEGER NOT NULL DEFAULT 0;
  DROP INDEX memory_by_user;
  DROP INDEX memory_by_agent;
  DROP INDEX memory_by_run;
  CREATE INDEX memory_by_user ON memory (owner, user_id, created_at, id);
  CREATE INDEX memory_by_agent ON memory (owner, agent_id, created_at, id) WHERE agent_id IS NOT NULL;
  CREATE INDEX memory_by_run ON memory (owner, run_id, created_at, id) WHERE run_id IS NOT NULL;
  CREATE INDEX memory_by_creation ON memory (owner, created_at, id, user_id, is_end_user);
  CREATE INDEX memory_by_user_and_time ON memory (owner, user_id, occurred_at, id);
  CREATE INDEX memory_by_time ON memory (owner, occurred_at, id, user_id, is_end_user);
`;

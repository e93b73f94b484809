/** From `expires_at` on, a memory is invisible. Its row stays until the next sweep. */
export const expiry = `
  ALTER TABLE memory ADD COLUMN expires_at INTEGER;
  CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX memory_of_account_by_expiry ON memory (owner, expires_at) WHERE expires_at IS NOT NULL;
`;

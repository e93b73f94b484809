/** `api_key_live` holds the keys that may be in use, of which an account may have a limited number. */
export const suspendedAccounts = `
  ALTER TABLE account ADD COLUMN suspended_at INTEGER;
  CREATE INDEX api_key_live ON api_key (account, expires_at) WHERE revoked_at IS NULL;
`;

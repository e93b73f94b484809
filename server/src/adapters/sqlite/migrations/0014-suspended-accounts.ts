/** `api_key_live` contains the keys that may be in use. Their number is limited for each account. */
export const suspendedAccounts = `
  ALTER TABLE account ADD COLUMN suspended_at INTEGER;
  CREATE INDEX api_key_live ON api_key (account, expires_at) WHERE revoked_at IS NULL;
`;

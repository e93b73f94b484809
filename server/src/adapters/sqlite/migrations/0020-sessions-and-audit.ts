/**
 * `api_key.replaced_by` is the id of the key from a rotation. An account that is being deleted has a row in
 * `account_deletion` with its former id. Its own id is then that of the deletion.
 */
export const sessionsAndAudit = `
  ALTER TABLE access_token ADD COLUMN last_used_at INTEGER;
  ALTER TABLE access_token ADD COLUMN user_agent TEXT;
  ALTER TABLE access_token ADD COLUMN address TEXT;
  ALTER TABLE api_key ADD COLUMN replaced_by TEXT;
  CREATE TABLE audit_event (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (number),
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    outcome TEXT NOT NULL,
    actor TEXT NOT NULL,
    key_prefix TEXT,
    session_id TEXT,
    address TEXT,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_event_of ON audit_event (account, at, id);
  CREATE TABLE account_deletion (
    account INTEGER PRIMARY KEY REFERENCES account (number),
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    counts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_event_age ON audit_event (at);
`;

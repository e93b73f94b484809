/**
 * `number` is the compact key of an account in every other table. AUTOINCREMENT: a number is never given out twice, so
 * that nothing left behind by one account could ever belong to another.
 * `email_folded` is what e-mail addresses are compared by (see `fold-email.ts`); `email` is what the person typed.
 */
export const accountTables = `
  CREATE TABLE account (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    email TEXT,
    email_folded TEXT UNIQUE,
    phone TEXT UNIQUE,
    password_hash TEXT NOT NULL,
    plan TEXT NOT NULL CHECK (plan IN ('free', 'starter', 'growth', 'enterprise')),
    created_at INTEGER NOT NULL,
    CHECK (email IS NOT NULL OR phone IS NOT NULL),
    CHECK ((email IS NULL) = (email_folded IS NULL))
  ) STRICT;

  CREATE TABLE access_token (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (number),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX access_token_by_account ON access_token (account);
  CREATE INDEX access_token_by_expiry ON access_token (expires_at);

  CREATE TABLE api_key (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES account (number),
    label TEXT NOT NULL,
    key_prefix TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
  CREATE INDEX api_key_by_account ON api_key (account, created_at, number);
`;

/**
 * `account.number` is the compact key of an account in every other table, where it is named `owner`. AUTOINCREMENT
 * never repeats a number, so rows that are left over from one account can never belong to another. `email` has the
 * original spelling, and `email_folded` is the form that is compared (see `fold-email.ts`).
 *
 * `revision` changes with the text and guards the results of ingest. Clients see `version`. `next_attempt_at` is also
 * the end of a worker's lease: a claim sets it to a time in the future. `words` holds the stemmed words in order. The
 * word index holds the same words, each behind its account's number. So one account's postings are adjacent, and other
 * accounts' texts never count in its document frequencies. `memory_change` shows a cache of an account's vectors which
 * changes it has missed.
 */
export const accountsAndMemories = `
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

  CREATE TABLE memory (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES account (number),
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    agent_id TEXT,
    run_id TEXT,
    text TEXT NOT NULL,
    messages TEXT,
    metadata TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
    outcome TEXT,
    failure_code TEXT,
    failure_message TEXT,
    entities TEXT NOT NULL DEFAULT '[]',
    words TEXT NOT NULL,
    word_count INTEGER NOT NULL,
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    occurred_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    pending_since INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_attempt_at INTEGER,
    CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX memory_by_id ON memory (owner, id);
  CREATE INDEX memory_by_user ON memory (owner, user_id, id);
  CREATE INDEX memory_by_agent ON memory (owner, agent_id, id) WHERE agent_id IS NOT NULL;
  CREATE INDEX memory_by_run ON memory (owner, run_id, id) WHERE run_id IS NOT NULL;
  CREATE INDEX memory_due ON memory (next_attempt_at, pending_since) WHERE status = 'pending';
  CREATE INDEX memory_failed ON memory (owner) WHERE status = 'failed';

  CREATE TABLE memory_label (
    owner INTEGER NOT NULL,
    label TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    PRIMARY KEY (owner, label, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_label_of ON memory_label (seq);

  CREATE TABLE embedder (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE memory_vector (
    owner INTEGER NOT NULL,
    seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    chunk INTEGER NOT NULL,
    embedder INTEGER NOT NULL REFERENCES embedder (number),
    scale REAL NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (owner, seq, chunk)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_vector_of ON memory_vector (seq);

  CREATE VIRTUAL TABLE memory_word USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE VIRTUAL TABLE memory_word_frequency USING fts5vocab (memory_word, row);

  CREATE TABLE memory_change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL,
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX memory_change_of ON memory_change (owner, number);

  CREATE TABLE answer (
    owner INTEGER NOT NULL REFERENCES account (number),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    body TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (owner, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX answer_expiry ON answer (expires_at);

  CREATE TABLE probe (number INTEGER PRIMARY KEY, beat INTEGER NOT NULL) STRICT;
`;

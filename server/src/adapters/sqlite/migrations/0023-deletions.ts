/**
 * `deletion` contains the receipts of deletions. `deletion_item` lists the memories of those that are not verified yet.
 * A memory that is being deleted has the time 0 in `expires_at`.
 */
export const deletions = `
  CREATE TABLE deletion (
    number INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES account (number),
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    parameters TEXT NOT NULL,
    codes TEXT NOT NULL,
    secret TEXT,
    actor TEXT,
    matched INTEGER NOT NULL DEFAULT 0,
    memories INTEGER NOT NULL DEFAULT 0,
    versions INTEGER NOT NULL DEFAULT 0,
    vectors INTEGER NOT NULL DEFAULT 0,
    word_entries INTEGER NOT NULL DEFAULT 0,
    stored_responses INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    verified_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX deletion_by_id ON deletion (owner, id);
  CREATE INDEX deletion_of ON deletion (owner, started_at, id);
  CREATE INDEX deletion_of_kind ON deletion (owner, kind, started_at, id);
  CREATE INDEX deletion_with_secret ON deletion (owner, secret) WHERE secret IS NOT NULL;
  CREATE INDEX deletion_unverified ON deletion (started_at) WHERE verified_at IS NULL;
  CREATE INDEX deletion_age ON deletion (started_at);
  CREATE TABLE deletion_item (
    owner INTEGER NOT NULL,
    deletion INTEGER NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (owner, deletion, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_archived ON memory (owner, created_at, id) WHERE aside = 1;
  CREATE INDEX memory_by_source ON memory (owner, created_at) WHERE source_memory_id IS NOT NULL;
`;

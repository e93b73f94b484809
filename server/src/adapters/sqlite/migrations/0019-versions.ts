/**
 * `memory_version` contains the former versions of memories; the current one is in `memory`. `replaced_at` is the time
 * when the next version replaced it. `changed_by` is the kind of the actor, and the prefix of its key after a blank.
 */
export const versions = `
  CREATE TABLE memory_version (
    number INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    messages TEXT,
    metadata TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by TEXT,
    replaced_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX memory_version_of ON memory_version (seq, version);
  ALTER TABLE memory ADD COLUMN changed_by TEXT;
  ALTER TABLE answer ADD COLUMN etag TEXT;
`;

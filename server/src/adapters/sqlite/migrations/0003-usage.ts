/**
 * These tables contain the counts of usage and their inputs. `usage_month.month` is the first millisecond of a month in
 * UTC. Triggers keep `end_user` (see also `0011-live-end-users.ts`), where an account's own id is one of its users.
 * `memory_project` holds the projects of live memories. `request_day` outlives the rows of `request_log`. `latencies`
 * has a 32-bit count for each step of the histogram, in the byte order of the machine.
 */
export const usage = `
  ALTER TABLE account ADD COLUMN limit_memory_writes INTEGER;
  ALTER TABLE account ADD COLUMN limit_memory_searches INTEGER;
  ALTER TABLE account ADD COLUMN limit_end_users INTEGER;

  CREATE TABLE usage_month (
    owner INTEGER NOT NULL REFERENCES account (number),
    month INTEGER NOT NULL,
    memory_writes INTEGER NOT NULL DEFAULT 0,
    memory_searches INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (owner, month)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE end_user (
    owner INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    memories INTEGER NOT NULL,
    PRIMARY KEY (owner, user_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO end_user SELECT owner, user_id, count(*) FROM memory GROUP BY owner, user_id;
  CREATE TRIGGER end_user_gains AFTER INSERT ON memory BEGIN
    INSERT INTO end_user VALUES (new.owner, new.user_id, 1)
      ON CONFLICT (owner, user_id) DO UPDATE SET memories = memories + 1;
  END;
  CREATE TRIGGER end_user_loses AFTER DELETE ON memory BEGIN
    UPDATE end_user SET memories = memories - 1 WHERE owner = old.owner AND user_id = old.user_id;
    DELETE FROM end_user WHERE owner = old.owner AND user_id = old.user_id AND memories = 0;
  END;

  CREATE TABLE memory_project (
    owner INTEGER NOT NULL,
    project TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    PRIMARY KEY (owner, project, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_project_of ON memory_project (seq);
  INSERT INTO memory_project
    SELECT DISTINCT owner, element.value, seq FROM memory, json_each(
      CASE json_type(metadata, '$.project')
        WHEN 'array' THEN json_extract(metadata, '$.project')
        WHEN 'text' THEN json_array(json_extract(metadata, '$.project'))
        ELSE '[]'
      END
    ) AS element
    WHERE element.type = 'text';

  CREATE TABLE request_log (
    number INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES account (number),
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    operation TEXT NOT NULL,
    source TEXT NOT NULL,
    status_code INTEGER NOT NULL,
    latency_ms REAL NOT NULL,
    key_id TEXT,
    key_prefix TEXT,
    metered TEXT
  ) STRICT;
  CREATE INDEX request_log_by_time ON request_log (owner, created_at, number, status_code, operation, key_id);
  CREATE INDEX request_log_age ON request_log (created_at);

  CREATE TABLE request_day (
    owner INTEGER NOT NULL REFERENCES account (number),
    day INTEGER NOT NULL,
    operation TEXT NOT NULL,
    status_2xx INTEGER NOT NULL,
    status_3xx INTEGER NOT NULL,
    status_4xx INTEGER NOT NULL,
    status_5xx INTEGER NOT NULL,
    memory_writes INTEGER NOT NULL,
    memory_searches INTEGER NOT NULL,
    latencies BLOB NOT NULL,
    PRIMARY KEY (owner, day, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX request_day_age ON request_day (day);
`;

-- Generated from the migrations by schema.test.ts: run it with --update after a new migration.

CREATE TABLE access_token (
  hash BLOB PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (number),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER,
  user_agent TEXT,
  address TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX access_token_by_account ON access_token (account);

CREATE INDEX access_token_by_expiry ON access_token (expires_at);

CREATE TABLE account (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  email TEXT,
  email_folded TEXT UNIQUE,
  phone TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'starter', 'growth', 'enterprise')),
  created_at INTEGER NOT NULL,
  limit_memory_writes INTEGER,
  limit_memory_searches INTEGER,
  limit_end_users INTEGER,
  suspended_at INTEGER,
  CHECK (email IS NOT NULL OR phone IS NOT NULL),
  CHECK ((email IS NULL) = (email_folded IS NULL))
) STRICT;

CREATE TABLE account_deletion (
  account INTEGER PRIMARY KEY REFERENCES account (number),
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  counts TEXT NOT NULL
) STRICT;

CREATE TABLE answer (
  owner INTEGER NOT NULL REFERENCES account (number),
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  location TEXT,
  body TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  memory TEXT,
  etag TEXT,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX answer_by_memory ON answer (owner, memory) WHERE memory IS NOT NULL;

CREATE INDEX answer_expiry ON answer (expires_at);

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
  last_used_at INTEGER,
  replaced_by TEXT,
  restriction TEXT
) STRICT;

CREATE INDEX api_key_by_account ON api_key (account, created_at, number);

CREATE INDEX api_key_live ON api_key (account, expires_at) WHERE revoked_at IS NULL;

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

CREATE INDEX audit_event_age ON audit_event (at);

CREATE INDEX audit_event_of ON audit_event (account, at, id);

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

CREATE INDEX deletion_age ON deletion (started_at);

CREATE UNIQUE INDEX deletion_by_id ON deletion (owner, id);

CREATE INDEX deletion_of ON deletion (owner, started_at, id);

CREATE INDEX deletion_of_kind ON deletion (owner, kind, started_at, id);

CREATE INDEX deletion_unverified ON deletion (started_at) WHERE verified_at IS NULL;

CREATE INDEX deletion_with_secret ON deletion (owner, secret) WHERE secret IS NOT NULL;

CREATE TABLE deletion_item (
  owner INTEGER NOT NULL,
  deletion INTEGER NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (owner, deletion, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE embedder (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE end_user (
  owner INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  memories INTEGER NOT NULL,
  PRIMARY KEY (owner, user_id)
) STRICT, WITHOUT ROWID;

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
  leased INTEGER NOT NULL DEFAULT 0,
  interruptions INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  speaker TEXT,
  text_changed_at INTEGER,
  tag_words TEXT NOT NULL DEFAULT '',
  characters INTEGER NOT NULL DEFAULT 0,
  ending TEXT NOT NULL DEFAULT '',
  copy_hash INTEGER,
  infer INTEGER NOT NULL DEFAULT 0,
  aside INTEGER NOT NULL DEFAULT 0,
  extraction TEXT,
  source_memory_id TEXT,
  trace_parent TEXT,
  embedder INTEGER,
  move_at INTEGER NOT NULL DEFAULT 0,
  move_attempts INTEGER NOT NULL DEFAULT 0,
  identifiers TEXT NOT NULL DEFAULT '',
  is_end_user INTEGER NOT NULL DEFAULT 0,
  changed_by TEXT,
  expires_at INTEGER,
  import_key TEXT,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
) STRICT;

CREATE INDEX memory_archived ON memory (owner, created_at, id) WHERE aside = 1;

CREATE INDEX memory_by_agent ON memory (owner, agent_id, created_at, id) WHERE agent_id IS NOT NULL;

CREATE INDEX memory_by_creation ON memory (owner, created_at, id, user_id, is_end_user);

CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;

CREATE UNIQUE INDEX memory_by_id ON memory (owner, id);

CREATE UNIQUE INDEX memory_by_import_key ON memory (owner, import_key) WHERE import_key IS NOT NULL;

CREATE INDEX memory_by_run ON memory (owner, run_id, created_at, id) WHERE run_id IS NOT NULL;

CREATE INDEX memory_by_source ON memory (owner, created_at) WHERE source_memory_id IS NOT NULL;

CREATE INDEX memory_by_time ON memory (owner, occurred_at, id, user_id, is_end_user);

CREATE INDEX memory_by_user ON memory (owner, user_id, created_at, id);

CREATE INDEX memory_by_user_and_time ON memory (owner, user_id, occurred_at, id);

CREATE INDEX memory_due ON memory (next_attempt_at, pending_since) WHERE status = 'pending';

CREATE INDEX memory_due_of ON memory (owner, next_attempt_at, seq) WHERE status = 'pending' AND infer = 0;

CREATE INDEX memory_extraction_of ON memory (owner, user_id, next_attempt_at, seq) WHERE status = 'pending' AND infer = 1;

CREATE INDEX memory_failed ON memory (owner) WHERE status = 'failed';

CREATE INDEX memory_in_order ON memory (owner, seq);

CREATE INDEX memory_leased ON memory (seq) WHERE leased = 1;

CREATE INDEX memory_of_account_by_expiry ON memory (owner, expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX memory_of_embedder ON memory (embedder, owner, move_at, move_attempts) WHERE embedder IS NOT NULL;

CREATE TRIGGER end_user_gains AFTER INSERT ON memory WHEN new.aside = 0 BEGIN INSERT INTO end_user VALUES (new.owner, new.user_id, 1) ON CONFLICT (owner, user_id) DO UPDATE SET memories = memories + 1; END;

CREATE TRIGGER end_user_gains_back AFTER UPDATE OF aside ON memory WHEN old.aside = 1 AND new.aside = 0 BEGIN INSERT INTO end_user VALUES (new.owner, new.user_id, 1) ON CONFLICT (owner, user_id) DO UPDATE SET memories = memories + 1; END;

CREATE TRIGGER end_user_loses AFTER DELETE ON memory WHEN old.aside = 0 BEGIN UPDATE end_user SET memories = memories - 1 WHERE owner = old.owner AND user_id = old.user_id; DELETE FROM end_user WHERE owner = old.owner AND user_id = old.user_id AND memories = 0; END;

CREATE TRIGGER end_user_loses_aside AFTER UPDATE OF aside ON memory WHEN old.aside = 0 AND new.aside = 1 BEGIN UPDATE end_user SET memories = memories - 1 WHERE owner = old.owner AND user_id = old.user_id; DELETE FROM end_user WHERE owner = old.owner AND user_id = old.user_id AND memories = 0; END;

CREATE TABLE memory_change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL,
  seq INTEGER NOT NULL
) STRICT;

CREATE INDEX memory_change_of ON memory_change (owner, number);

CREATE TABLE memory_label (
  owner INTEGER NOT NULL,
  label TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
  PRIMARY KEY (owner, label, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_label_of ON memory_label (seq);

CREATE TABLE memory_project (
  owner INTEGER NOT NULL,
  project TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
  PRIMARY KEY (owner, project, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_project_of ON memory_project (seq);

CREATE TABLE memory_token (
  seq INTEGER PRIMARY KEY REFERENCES memory (seq) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES embedder (number),
  tokens BLOB NOT NULL
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

CREATE TABLE probe (
  number INTEGER PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT;

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
  metered TEXT,
  count INTEGER NOT NULL DEFAULT 1,
  limited_minute INTEGER
) STRICT;

CREATE INDEX request_log_by_time ON request_log (owner, created_at, number, status_code, operation, key_id, source);

CREATE UNIQUE INDEX request_log_limited ON request_log (owner, limited_minute, operation) WHERE limited_minute IS NOT NULL;

CREATE TABLE usage_month (
  owner INTEGER NOT NULL REFERENCES account (number),
  month INTEGER NOT NULL,
  memory_writes INTEGER NOT NULL DEFAULT 0,
  memory_searches INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (owner, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account INTEGER NOT NULL REFERENCES account (number),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT,
  include_text INTEGER NOT NULL,
  disabled_reason TEXT,
  enabled_at INTEGER NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_ends_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  lease TEXT
) STRICT;

CREATE INDEX webhook_of ON webhook (account);

CREATE TABLE webhook_delivery (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account INTEGER NOT NULL REFERENCES account (number),
  webhook INTEGER NOT NULL,
  type TEXT NOT NULL,
  memory TEXT,
  version INTEGER,
  detail TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending',
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  first_attempt_at INTEGER,
  last_attempt_at INTEGER,
  next_attempt_at INTEGER,
  response_status INTEGER,
  error TEXT
) STRICT;

CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE INDEX webhook_delivery_of ON webhook_delivery (account, webhook, created_at, id);

CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook, number) WHERE next_attempt_at IS NOT NULL;

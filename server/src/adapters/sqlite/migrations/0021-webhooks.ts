/**
 * Only a pending delivery has `next_attempt_at`. The rows of a removed webhook stay until the next purge, so no number
 * is used twice.
 */
export const webhooks = `
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
  CREATE INDEX webhook_delivery_of ON webhook_delivery (account, webhook, created_at, id);
  CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook, number) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
`;

/**
 * `request_log.count` is the number of requests in a row. Requests that the rate limit rejected share a row for each
 * minute (since the epoch) and operation.
 */
export const rejectedRequests = `
  ALTER TABLE request_log ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE request_log ADD COLUMN limited_minute INTEGER;
  CREATE UNIQUE INDEX request_log_limited ON request_log (owner, limited_minute, operation)
    WHERE limited_minute IS NOT NULL;
`;

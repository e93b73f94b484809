/** The index of the request log also covers the source, so that counts by source read no rows. */
export const requestSource = `
  DROP INDEX request_log_by_time;
  CREATE INDEX request_log_by_time ON request_log (owner, created_at, number, status_code, operation, key_id, source);
`;

/** The statements of searches. Their tables and columns have the names of the kinds of records and of their fields. */

/** Archived memories, which are visible to no account, belong to no search. */
export const memoriesAfter = (columns: string): string =>
  `SELECT ${columns} FROM memories WHERE visibleTo = ? AND seq > ? ORDER BY seq`;

export const visibleMemory = (columns: string): string =>
  `SELECT ${columns} FROM memories WHERE visibleTo = ? AND seq = ?`;

export const filterKeysOf = 'SELECT filterKeys FROM memories WHERE seq = ?';
export const metadataOf = 'SELECT metadata FROM memories WHERE seq = ?';
export const idOf = 'SELECT id FROM memories WHERE seq = ?';
export const seqOf = 'SELECT seq FROM memories WHERE accountId = ? AND id = ?';

export const wordColumns = 'words, identifiers, tagWords';

export const vectorsOf = `SELECT seq, scale, vector FROM memory_vectors
  WHERE accountId = ? AND seq = ? AND embedderId = ? ORDER BY chunk`;

export const vectorsAfter = `SELECT seq, scale, vector FROM memory_vectors
  WHERE accountId = ? AND seq > ? AND embedderId = ? ORDER BY seq, chunk LIMIT ?`;

/** The embedder of the last memory with vectors, and their length. The next search will most likely use them. */
export const latestVectors = `SELECT embedderId, length(vector) FROM memory_vectors
  WHERE accountId = ? ORDER BY seq DESC LIMIT 1`;

export const tokensOf = `SELECT tokens FROM memories JOIN memory_tokens USING (accountId, seq)
  WHERE accountId = ? AND id = ? AND memory_tokens.embedderId = ?`;

export const countOfFilterKey =
  'SELECT count(*) FROM (SELECT 1 FROM memories_filterKey WHERE visibleTo = ? AND element = ? LIMIT ?)';

export const memoriesWithFilterKey = `SELECT number FROM memories_filterKey
  WHERE visibleTo = ? AND element = ? AND number > ? ORDER BY number LIMIT ?`;

/** The numbers of the first and the last stored change; null and 0 without changes. */
export const rangeOfChanges =
  'SELECT (SELECT min(number) FROM memories_change), coalesce((SELECT max(number) FROM memories_change), 0)';

export const changesAfter = `SELECT number, seq FROM memories_change
  WHERE account = ? AND number > ? ORDER BY number LIMIT ?`;

export const latestAccount = 'SELECT account FROM memories_change ORDER BY number DESC LIMIT 1';

export const presentAccount = 'SELECT 1 FROM account_name WHERE number = ?';

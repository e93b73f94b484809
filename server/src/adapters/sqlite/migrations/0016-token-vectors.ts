/** Added to the id of an embedder that made the vectors of a memory before it made token vectors. */
export const withoutTokens = '/without-tokens';

/**
 * Adds the token vectors of a memory, by the embedder of its vectors. Memories with vectors of the local model are
 * embedded again. With the number 0, the last embedder still has the largest number.
 */
export const tokenVectors = `
  CREATE TABLE memory_token (
    seq INTEGER PRIMARY KEY REFERENCES memory (seq) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedder (number),
    tokens BLOB NOT NULL
  ) STRICT;
  INSERT INTO embedder (number, id)
    SELECT 0, id || '${withoutTokens}' FROM embedder WHERE id = 'bge-small-en-v1.5-int8';
  UPDATE memory SET embedder = 0
    WHERE embedder = (SELECT number FROM embedder WHERE id = 'bge-small-en-v1.5-int8');
`;

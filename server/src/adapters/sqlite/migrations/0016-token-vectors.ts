/** Added to the id of an embedder: it made the vectors of a memory before it made those of tokens. */
export const withoutTokens = '/without-tokens';

/**
 * Adds the token vectors of a memory, of the embedder that made its vectors. Memories with vectors of the local model
 * are to be embedded again. The number 0 keeps the last embedder the one with the largest number.
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

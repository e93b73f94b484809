/** The token vectors of a memory, of the embedder that made its vectors. */
export const tokenVectors = `
  CREATE TABLE memory_token (
    seq INTEGER PRIMARY KEY REFERENCES memory (seq) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedder (number),
    tokens BLOB NOT NULL
  ) STRICT;
`;

/**
 * Searches keep the words and features of an account in memory, and read them from the columns of its memories. The
 * word index kept words of deleted memories until SQLite merged its segments.
 */
export const wordsInMemory = `
  DROP TABLE memory_word_frequency;
  DROP TABLE memory_word;
  DROP INDEX memory_place;
  CREATE INDEX memory_in_order ON memory (owner, seq);
`;

/**
 * Identifiers find a memory like words. The functions are those of `applyMigrations`: they find the identifiers in the
 * texts of older memories.
 */
export const identifiers = `
  ALTER TABLE memory ADD COLUMN identifiers TEXT NOT NULL DEFAULT '';
  UPDATE memory SET identifiers = identifiers_of(text);
  DELETE FROM memory_word WHERE rowid IN (SELECT seq FROM memory WHERE identifiers <> '' AND aside = 0);
  INSERT INTO memory_word (rowid, words)
    SELECT seq, account_words(owner, words || ' ' || identifiers || ' ' || tag_words)
    FROM memory WHERE identifiers <> '' AND aside = 0;
`;

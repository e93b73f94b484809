/**
 * Identifiers find a memory like words. The function is that of `applyMigrations`: it finds the identifiers in the texts
 * of older memories.
 */
export const identifiers = `
  ALTER TABLE memory ADD COLUMN identifiers TEXT NOT NULL DEFAULT '';
  UPDATE memory SET identifiers = identifiers_of(text);
`;

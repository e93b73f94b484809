/**
 * Identifiers find a memory like words. The function comes from `applyMigrations`, and finds the identifiers in the
 * texts of older memories.
 */
export const identifiers = `
  ALTER TABLE memory ADD COLUMN identifiers TEXT NOT NULL DEFAULT '';
  UPDATE memory SET identifiers = identifiers_of(text);
`;

/** `import_key` identifies an imported memory at its source; null for any other memory. */
export const imports = `
  ALTER TABLE memory ADD COLUMN import_key TEXT;
  CREATE UNIQUE INDEX memory_by_import_key ON memory (owner, import_key) WHERE import_key IS NOT NULL;
`;

/**
 * A search reads these columns of each candidate instead of its text. Older memories have no tag words until their
 * metadata change. They are not compared with copies until their text changes.
 */
export const search = `
  ALTER TABLE memory ADD COLUMN tag_words TEXT NOT NULL DEFAULT '';
  ALTER TABLE memory ADD COLUMN characters INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE memory ADD COLUMN ending TEXT NOT NULL DEFAULT '';
  ALTER TABLE memory ADD COLUMN copy_hash INTEGER;
  UPDATE memory SET characters = length(text), ending = substr(rtrim(text, ' ' || char(9, 10, 13)), -1);
`;

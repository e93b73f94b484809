/**
 * `text_changed_at` is null until a text is changed.
 * `speaker` is null for a memory that is not a message of a run. Older memories that were written as messages become
 * messages of their run, and their speaker is the first one.
 */
export const messages = `
  ALTER TABLE memory ADD COLUMN speaker TEXT;
  ALTER TABLE memory ADD COLUMN text_changed_at INTEGER;
  UPDATE memory SET speaker = coalesce(json_extract(messages, '$[0].name'), json_extract(messages, '$[0].role'), '')
    WHERE messages IS NOT NULL AND run_id IS NOT NULL;
`;

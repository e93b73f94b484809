/**
 * `text_changed_at` is null until a text is changed.
 * `speaker` is null for what is no turn of a run. Of memories written before, those that came as messages are turns;
 * who spoke them is the first to speak.
 */
export const turns = `
  ALTER TABLE memory ADD COLUMN speaker TEXT;
  ALTER TABLE memory ADD COLUMN text_changed_at INTEGER;
  UPDATE memory SET speaker = coalesce(json_extract(messages, '$[0].name'), json_extract(messages, '$[0].role'), '')
    WHERE messages IS NOT NULL AND run_id IS NOT NULL;
`;

/** What an owner's places are read from, in their order and without the texts: see `owner-places.ts`. */
export const places = `
  CREATE INDEX memory_place ON memory (owner, seq, user_id, agent_id, run_id, word_count, speaker, occurred_at);
`;

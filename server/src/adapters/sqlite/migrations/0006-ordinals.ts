/** What an account's places are read from, in their order and without the texts: see `owner-places.ts`. */
export const ordinals = `
  CREATE INDEX memory_place ON memory (owner, seq, user_id, agent_id, run_id, word_count, speaker, occurred_at);
`;

/** This index holds all columns of an account's ordinals in their order (see `search/memory-ordinals.ts`). */
export const ordinals = `
  CREATE INDEX memory_place ON memory (owner, seq, user_id, agent_id, run_id, word_count, speaker, occurred_at);
`;

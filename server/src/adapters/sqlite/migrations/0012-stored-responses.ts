/** `answer.memory` is the memory whose text is in a stored response. The text is deleted with the memory. */
export const storedResponses = `
  ALTER TABLE answer ADD COLUMN memory TEXT;
  CREATE INDEX answer_by_memory ON answer (owner, memory) WHERE memory IS NOT NULL;
`;

import { createSentences } from './sentences.ts';

/** Creates distinct questions, the same ones for the same seed: a cached query would skip the embedding. */
export function createQuestions(seed: number): () => string {
  const sentences = createSentences(seed);
  let count = 0;
  return () => {
    count++;
    return `${sentences.question()} (${count})`;
  };
}

import { createSentences } from './sentences.ts';

/** Questions, no two of them alike: a cached query would spare the embedding. The same ones for the same seed. */
export function createQuestions(seed: number): () => string {
  const sentences = createSentences(seed);
  let count = 0;
  return () => {
    count++;
    return `${sentences.question()} (${count})`;
  };
}

import { createSentences } from './sentences.ts';

const minWords = 8;
const maxWords = 12;

/**
 * Creates distinct questions of 8 to 12 words, the same ones for the same seed. They are distinct because a cached query
 * would skip the embedding.
 */
export function createQuestions(seed: number): () => string {
  const sentences = createSentences(seed);
  let count = 0;
  return () => {
    count++;
    for (;;) {
      const question = `${sentences.question()} (${count})`;
      const words = question.split(' ').length;
      if (words >= minWords && words <= maxWords) return question;
    }
  };
}

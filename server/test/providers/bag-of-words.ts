import { crc32 } from 'node:zlib';
import { toWords } from '../../src/domain/text/words.ts';

/**
 * Makes a vector from the words of a text: texts that share some are near each other. This is enough to test transport
 * and ranking. The same text has the same vector, whatever else is embedded with it.
 */
export function bagOfWords(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  // Never of no length, and no two texts are quite at right angles.
  vector[0] = 0.5;
  for (const word of toWords(text).slice(0, 200)) {
    const at = 1 + (crc32(word) % (dimensions - 1));
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

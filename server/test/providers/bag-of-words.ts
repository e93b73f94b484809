import { crc32 } from 'node:zlib';
import { toWords } from '../../src/domain/text/words.ts';

/**
 * A vector that tells texts apart by their words: texts that share some are near each other. Enough to test transport
 * and ranking with; the same for the same text, whatever else is embedded with it.
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

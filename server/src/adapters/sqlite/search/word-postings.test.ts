import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createRandom } from '../../../../test/process/random.ts';
import { WordPostings } from './word-postings.ts';

const vocabulary = Array.from({ length: 40 }, (_, number) => `word${number}`);

/** Holds the same memories in postings and in a table of SQLite's own word index. */
function createBoth() {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE note USING fts5 (words, tokenize = 'ascii')");
  const postings = new WordPostings();
  const remove = (ordinal: number) => {
    postings.remove(ordinal);
    db.prepare('DELETE FROM note WHERE rowid = ?').run(ordinal + 1);
  };
  return {
    postings,
    remove,
    set(ordinal: number, words: readonly string[], tags: readonly string[]) {
      remove(ordinal);
      const identifiers = words.filter((word) => word.endsWith('3'));
      postings.set(ordinal, words.join(' '), identifiers.join(' '), tags.join(' '));
      const held = [...words, ...identifiers, ...tags].join(' ');
      db.prepare('INSERT INTO note (rowid, words) VALUES (?, ?)').run(ordinal + 1, held);
    },
    /** Returns what the word index ranks first, and all ordinals that hold a word. */
    ranked(words: readonly string[], limit: number): number[] {
      const sql = 'SELECT rowid FROM note WHERE note MATCH ? ORDER BY bm25(note), rowid DESC LIMIT ?';
      const rows = db.prepare(sql).all(words.map((word) => `"${word}"`).join(' OR '), limit);
      return rows.map((row) => (row['rowid'] as number) - 1).sort((a, b) => a - b);
    },
  };
}

it("chooses the memories that SQLite's bm25() ranks first, whatever was changed and removed", () => {
  const { postings, set, remove, ranked } = createBoth();
  const random = createRandom(7);
  // Squaring makes some words much more common than others.
  const word = () => vocabulary[Math.floor(random.next() ** 2 * vocabulary.length)] as string;
  const some = (below: number) => Array.from({ length: random.below(below) }, word);
  for (let step = 0; step < 1_500; step++) {
    const ordinal = random.chance(0.7) ? step : random.below(step + 1);
    if (random.chance(0.2)) remove(ordinal);
    else set(ordinal, some(25), [...new Set(some(3))]);
    if (step === 900) postings.compact();
    if (step % 50 !== 0) continue;
    const words = [...new Set([word(), word(), word(), 'nowhere'])];
    const mask = new Uint8Array(2_000).fill(1);
    for (const limit of [1, 10, 100]) {
      expect(postings.best(words, limit, mask).sort((a, b) => a - b)).toEqual(ranked(words, limit));
    }
  }
});

it('finds nothing outside the mask, and newer memories first among equals', () => {
  const postings = new WordPostings();
  for (let ordinal = 0; ordinal < 6; ordinal++) postings.set(ordinal, 'boat sea');
  expect(postings.best(['boat'], 2, Uint8Array.of(1, 1, 1, 1, 0, 1)).sort()).toEqual([3, 5]);
  // A mask may be older than the last memories.
  expect(postings.best(['boat'], 9, Uint8Array.of(1, 0)).sort()).toEqual([0]);
});

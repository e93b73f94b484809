import type { DatabaseSync } from 'node:sqlite';
import { accountWord } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { ordinalsIn } from './ordinals-in.ts';

/** The words of what one account and scope may see, tags included. */
export interface WordSearch {
  /**
   * The `limit` memories that the word index ranks first; among equals the newest. Its bm25() only decides what is worth
   * looking at.
   */
  best(words: readonly string[], limit: number): number[];
  /** How many memories hold each of the words, a step for each that is not known yet. */
  frequencies(words: readonly string[]): Steps<number[]>;
}

export type WordSearches = (account: number, ordinals: MemoryOrdinals, view: View) => WordSearch;

/** Fewer memories than are ever asked for need no ranking, and few words are sooner read than looked up. */
const fewMemories = 100;
const fewWords = 20_000;
/** Of a view. */
const frequenciesKept = 1_000;

export function createWordSearches(db: DatabaseSync): WordSearches {
  let visible: (seq: number) => boolean = () => false;
  db.function('is_visible', { directOnly: true }, (seq) => Number(visible(seq as number)));

  return (account, ordinals, view) => {
    const { memories } = view;
    const whole = ordinals.seesAll(view);
    const isSmall = !whole && memories <= fewMemories && memories * view.averageLength <= fewWords;
    let words: Map<number, Set<string>> | undefined;
    const read = () => {
      if (isSmall) words ??= readWords(db, ordinals, view);
      return words;
    };
    /** To be called in every step: others search in between. */
    const lookWithin = () => {
      visible = (seq) => ordinals.sees(view, seq);
    };
    const quoted = (word: string) => `"${accountWord(account, word).replaceAll('"', '""')}"`;
    // Asked before the ranking: most of what another scope holds is never ranked. All of an account's words are its own.
    const within = whole ? '' : 'AND is_visible(rowid)';
    return {
      best(wanted, limit) {
        if (wanted.length === 0) return [];
        const small = memories <= limit ? read() : undefined;
        if (small) return [...small].filter(([, own]) => wanted.some((word) => own.has(word))).map(([seq]) => seq);
        lookWithin();
        const rows = prepare(
          db,
          `SELECT rowid AS seq FROM memory_word WHERE memory_word MATCH ? ${within}
           ORDER BY bm25(memory_word), rowid DESC LIMIT ?`,
        ).all(wanted.map(quoted).join(' OR '), limit);
        return rows.map((row) => (row as { seq: number }).seq);
      },
      *frequencies(wanted) {
        const found: number[] = [];
        for (const word of wanted) {
          const known = view.frequencies.get(word);
          found.push(known ?? frequency(word));
          // All others are looked up at once.
          if (known === undefined && !isSmall && !whole) yield;
        }
        return found;
      },
    };

    function frequency(word: string): number {
      const count = counted(word);
      if (count > 0 && view.frequencies.size < frequenciesKept) view.frequencies.set(word, count);
      return count;
    }

    function counted(word: string): number {
      const small = read();
      if (small) return [...small.values()].filter((own) => own.has(word)).length;
      lookWithin();
      const row = whole
        ? prepare(db, 'SELECT doc AS count FROM memory_word_frequency WHERE term = ?').get(accountWord(account, word))
        : prepare(db, `SELECT count(*) AS count FROM memory_word WHERE memory_word MATCH ? ${within}`).get(
            quoted(word),
          );
      return row ? (row as { count: number }).count : 0;
    }
  };
}

/** The words of each memory that is visible. */
function readWords(db: DatabaseSync, ordinals: MemoryOrdinals, { mask }: View): Map<number, Set<string>> {
  const read = prepare(db, `SELECT words || ' ' || tag_words AS words FROM memory WHERE seq = ?`);
  const words = new Map<number, Set<string>>();
  for (const ordinal of ordinalsIn(mask)) {
    const seq = ordinals.seqAt(ordinal);
    // One that was removed since the view was made holds none.
    const row = read.get(seq) as { words: string } | undefined;
    if (row) words.set(seq, new Set(row.words.split(' ')));
  }
  return words;
}

import type { DatabaseSync } from 'node:sqlite';
import { accountWord } from '../accounts/account-numbers.ts';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { ordinalsIn } from './ordinals-in.ts';

/** The maximum of memories and of words in a view that is read sooner than its words are looked up. */
const fewMemories = 100;
const fewWords = 20_000;
/** The maximum of frequencies that a view caches. */
const maxFrequencies = 1_000;

export type WordSearches = (ordinals: MemoryOrdinals, view: View) => WordSearch;

export function createWordSearches(db: DatabaseSync): WordSearches {
  let isVisible: (seq: number) => boolean = () => false;
  db.function('is_visible', { directOnly: true }, (seq) => Number(isVisible(seq as number)));
  return (ordinals, view) =>
    new WordSearch(db, ordinals, view, () => {
      isVisible = (seq) => ordinals.sees(view, seq);
    });
}

/** Searches the words, tags included, of the memories in one view. */
class WordSearch {
  private readonly db: DatabaseSync;
  private readonly ordinals: MemoryOrdinals;
  private readonly view: View;
  /** Makes `is_visible` use the view. Called in every step, because other searches run between the steps. */
  private readonly showView: () => void;
  private readonly isWhole: boolean;
  private readonly isSmall: boolean;
  /**
   * The condition of the view, which runs before the ranking, so that most matches outside the view are never ranked.
   */
  private readonly within: string;
  private wordsRead: Map<number, Set<string>> | undefined;

  constructor(db: DatabaseSync, ordinals: MemoryOrdinals, view: View, showView: () => void) {
    this.db = db;
    this.ordinals = ordinals;
    this.view = view;
    this.showView = showView;
    this.isWhole = ordinals.seesAll(view);
    this.isSmall = !this.isWhole && view.memories <= fewMemories && view.memories * view.averageLength <= fewWords;
    this.within = this.isWhole ? '' : 'AND is_visible(rowid)';
  }

  /** Returns the memories that bm25() ranks first, among equals the newest. It only selects what is worth ranking. */
  best(words: readonly string[], limit: number): number[] {
    if (words.length === 0) return [];
    if (this.isSmall && this.view.memories <= limit) {
      return [...this.readWords()].filter(([, own]) => words.some((word) => own.has(word))).map(([seq]) => seq);
    }
    this.showView();
    const sql = `SELECT rowid FROM memory_word WHERE memory_word MATCH ? ${this.within}
      ORDER BY bm25(memory_word), rowid DESC LIMIT ?`;
    const rows = prepareArrays<[seq: number]>(this.db, sql).all(this.toQuery(words), limit);
    return rows.map(([seq]) => seq);
  }

  /** Counts the memories that hold each of the words. Looking up a word takes a step. */
  *frequencies(words: readonly string[]): Steps<number[]> {
    const { frequencies } = this.view;
    const found: number[] = [];
    for (const word of words) {
      const known = frequencies.get(word);
      const frequency = known ?? this.countMemories(word);
      found.push(frequency);
      if (known !== undefined) continue;
      if (frequency > 0 && frequencies.size < maxFrequencies) frequencies.set(word, frequency);
      // Only looking up a word takes long; the other two ways need no pause.
      if (!this.isSmall && !this.isWhole) yield;
    }
    return found;
  }

  private countMemories(word: string): number {
    if (this.isSmall) return [...this.readWords().values()].filter((own) => own.has(word)).length;
    const { db, ordinals, isWhole, within } = this;
    if (isWhole) {
      const sql = 'SELECT doc FROM memory_word_frequency WHERE term = ?';
      return readValue<number>(db, sql, accountWord(ordinals.account, word)) ?? 0;
    }
    this.showView();
    const sql = `SELECT count(*) FROM memory_word WHERE memory_word MATCH ? ${within}`;
    return readValue<number>(db, sql, this.toQuery([word])) ?? 0;
  }

  private toQuery(words: readonly string[]): string {
    const { account } = this.ordinals;
    return words.map((word) => `"${accountWord(account, word).replaceAll('"', '""')}"`).join(' OR ');
  }

  /** Reads the words of each memory in the view. */
  private readWords(): Map<number, Set<string>> {
    if (this.wordsRead) return this.wordsRead;
    this.wordsRead = new Map();
    for (const ordinal of ordinalsIn(this.view.mask)) {
      const seq = this.ordinals.seqAt(ordinal);
      const words = readValue<string>(
        this.db,
        `SELECT words || ' ' || identifiers || ' ' || tag_words FROM memory WHERE seq = ?`,
        seq,
      );
      // A memory that was deleted after the view was made has no row.
      if (words !== undefined) this.wordsRead.set(seq, new Set(words.split(' ')));
    }
    return this.wordsRead;
  }
}

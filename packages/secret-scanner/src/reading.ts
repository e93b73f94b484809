import type { NounLevel } from './secret-nouns.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';

/** How the value is tied to the noun, the tightest first. */
export type Tie = 'quoted' | 'assigned' | 'stated' | 'hinted' | 'adjacent';

/** A name in code or prose that may hold a secret: `DB_PASSWORD`, `api key`. */
export interface SecretName {
  start: number;
  end: number;
  level: NounLevel;
  kind: SensitiveKind;
  /** Something unknown follows the noun, so that only what is surely a secret counts. */
  uncertain: boolean;
  constant: boolean;
  /** The whole name and the noun in it, in lower case. */
  text: string;
  noun: string;
}

/** The text of one scan, and what has been read of it. */
export interface Reading {
  text: string;
  folded: string;
  /** Where the value ends that was read last, and how many nouns inside it were looked at since. */
  valueEnd: number;
  nounsInside: number;
  /** Where something ends that is too long for a name. */
  longNameEnd: number;
  /** The noun looked at last; shorter ones that begin at the same place are parts of it. */
  noun: { at: number; length: number };
}

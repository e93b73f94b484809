import type { NounLevel } from './secret-nouns.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';

/** The tie of a value to its noun, the tightest first. */
export type Tie = 'quoted' | 'assigned' | 'stated' | 'hinted' | 'adjacent';

/** A name in code or prose that may hold a secret: `DB_PASSWORD`, `api key`. */
export interface SecretName {
  start: number;
  end: number;
  level: NounLevel;
  kind: SensitiveKind;
  /** Whether unknown words follow the noun, so that only clear secrets count. */
  uncertain: boolean;
  constant: boolean;
  /** The whole name and the noun in it, in lower case. */
  text: string;
  noun: string;
}

/** The text of one scan, and the state that keeps the scan linear. */
export interface Reading {
  text: string;
  folded: string;
  /** The end of the value that was read last, and the number of nouns inside it that were analysed. */
  valueEnd: number;
  nounsInside: number;
  /** The end of a run that is too long for a name. */
  longNameEnd: number;
  /** The noun that was analysed last. Shorter nouns at the same offset are parts of it. */
  noun: { at: number; length: number };
}

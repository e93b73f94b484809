import type { Corpus } from '../corpus.ts';
import type { Scratch } from '../processes/scratch.ts';

/** One line of the table. */
export interface Row {
  measure: string;
  value: number;
  /** The same of the baseline; null when there is nothing fair to compare with. */
  baseline: number | null;
  unit: 'per second' | 'ms' | 'MB' | 'bytes' | 'count';
  goal: Goal | null;
  /** What else one must know to read the line. */
  note: string;
}

/** What must hold: of the ratio value ÷ baseline, or of the value itself. */
export type Goal = { kind: 'ratio at least' | 'ratio at most' | 'value at most'; limit: number };

export interface MeasureContext {
  scratch: Scratch;
  /** Seconds of load in one round. */
  seconds: number;
  rounds: number;
  /** The store of many memories that several measures share, written when the first one asks for it. */
  corpus(): Promise<Corpus>;
  /** Says what is going on. */
  progress(message: string): void;
}

export interface Measure {
  name: string;
  /** It takes long: left out unless it is asked for by name. */
  byNameOnly?: boolean;
  run(context: MeasureContext): Promise<Row[]>;
}

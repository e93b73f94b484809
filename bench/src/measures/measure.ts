import type { Corpus } from '../corpus.ts';
import type { Scratch } from '../processes/scratch.ts';

/** One line of the table. */
export interface Row {
  measure: string;
  value: number;
  /** The value of the baseline; null when no fair baseline exists. */
  baseline: number | null;
  unit: 'per second' | 'ms' | 'MB' | 'bytes' | 'count';
  goal: Goal | null;
  /** The value of mem0 for the same, for orientation; see `mem0Figures`. */
  mem0?: number;
  /** A note for the reader of the line. */
  note: string;
}

/** The goal of the ratio value ÷ baseline, or of the value itself. */
export type Goal = { kind: 'ratio at least' | 'ratio at most' | 'value at most'; limit: number };

export interface MeasureContext {
  scratch: Scratch;
  /** Seconds of load in one round. */
  seconds: number;
  rounds: number;
  /** The size of the large store. */
  memories: number;
  /** The store of many memories that several measures share. It is written when the first one needs it. */
  corpus(): Promise<Corpus>;
  /** Reports progress. */
  progress(message: string): void;
}

export interface Measure {
  name: string;
  /** True for a long measure, which runs only when it is named. */
  byNameOnly?: boolean;
  run(context: MeasureContext): Promise<Row[]>;
}

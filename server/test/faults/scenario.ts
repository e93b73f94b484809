import type { Random } from '../process/random.ts';

export interface Scenario<Stack> {
  name: string;
  /** Happens again and again while clients write; all is well again when it resolves, to how often something broke. */
  fault(moment: Moment<Stack>): Promise<number>;
  /** A last fault after the writers have ended. */
  atEnd?(stack: Stack): Promise<number>;
  /** Acknowledged writes at least, unless a number is given: 2,000 in all scenarios, most where they cost least. */
  writes: number;
  /** Calls of `fault` at least. */
  minRounds: number;
  /** Breaks connections to MongoDB, by the proxy in front of it. */
  cutsMongodb?: true;
  /** Share of the texts that the provider always rejects. */
  poisonShare?: number;
}

export interface Moment<Stack> {
  stack: Stack;
  random: Random;
  /** How often this fault has happened before. */
  round: number;
  /** Resolves when so many more writes have been acknowledged: a killed process shows nothing before it has worked. */
  writes(more: number): Promise<void>;
}

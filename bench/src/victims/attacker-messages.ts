import type { Outcomes, Target } from './attack.ts';

/** The process carries out one order after the other and sends one reply to each. */
export type AttackerOrder =
  | { kind: 'prepare'; attack: string; target: Omit<Target, 'outcomes'> }
  | { kind: 'begin' }
  | { kind: 'pause' }
  | { kind: 'report' };

export type AttackerReply = { kind: 'done'; outcomes: Outcomes } | { kind: 'failure'; message: string };

import type { Plan } from '../../../server/src/ports/account-store.ts';
import type { BenchAccount } from './create-accounts.ts';

/** The number of responses by status. `closed` is a connection that ended without a response. */
export type Outcomes = Map<string, number>;

export interface Attacker extends BenchAccount {
  /** The loopback address of its connections, which no victim shares. */
  address: string;
}

export interface Target {
  port: number;
  attackers: readonly [Attacker, ...Attacker[]];
  outcomes: Outcomes;
}

/** Something that accounts or strangers do to a server, in a process of their own. */
export interface Attack {
  name: string;
  /** The beginning of its note below the table. */
  description: string;
  /** The plans of the attacking accounts. */
  plans: readonly [Plan, ...Plan[]];
  /** Writes what the attack needs, before anything is measured. */
  prepare?(target: Target): Promise<void>;
  /** Begins the attack, which lasts until its process ends. */
  begin(target: Target): void;
}

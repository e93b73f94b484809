import type { Plan } from '../../../server/src/domain/accounts/kinds.ts';
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

/** An attack of accounts or strangers on a server, in its own process. */
export interface Attack {
  name: string;
  /** The beginning of its note below the table. */
  description: string;
  /** The plans of the attacking accounts. */
  plans: readonly [Plan, ...Plan[]];
  /** Writes the data that the attack needs, before the measurement. */
  prepare?(target: Target): Promise<void>;
  /** Begins the attack, which lasts until it is paused or its process ends. */
  begin(target: Target): void;
  /** Removes what the attack has written, during a pause. */
  cleanUp?(target: Target): Promise<void>;
}

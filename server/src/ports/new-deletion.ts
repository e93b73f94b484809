import type { Actor } from './actor.ts';

/** `expiry`: a sweep removed the memories because they had expired. */
export type DeletionKind = 'scope' | 'memory' | 'expiry';

/** The parameters with a user, an agent or a run. Once a deletion is verified, only their codes are stored. */
export type NamingParameter = 'user_id' | 'agent_id' | 'run_id';

/** A deletion when it begins. It has no field for texts. */
export interface NewDeletion {
  id: string;
  accountId: string;
  kind: DeletionKind;
  /** The parameters of the request, with the names of the contract. */
  parameters: Readonly<Record<string, string | boolean>>;
  /** The codes of the IDs in the parameters (HMAC-SHA-256), in hexadecimal. */
  codes: Readonly<Partial<Record<NamingParameter, string>>>;
  /** The secret of the codes, in hexadecimal; null without codes. */
  secret: string | null;
  /** The caller that requested it; null for an expiry. */
  actor: Actor | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

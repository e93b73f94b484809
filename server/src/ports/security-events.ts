/** The actions on accounts and credentials that leave a trace. Logs and metrics have them under these names. */
export type SecurityAction =
  | 'account_changed'
  | 'authentication'
  | 'key_created'
  | 'key_revoked'
  | 'log_in'
  | 'password_changed'
  | 'registration'
  | 'session_ended';

/** `failed`: a wrong password or credential. `locked`: too many attempts. `rejected`: the server does not allow it. */
export type SecurityOutcome = 'ok' | 'failed' | 'locked' | 'rejected';

/** What an event concerns, as far as it is known. */
export interface SecuritySubject {
  accountId?: string;
  keyId?: string;
  /** The first characters of a key, which lists show too. */
  keyPrefix?: string;
  /** The fields of the account that change, `suspended` or `resumed`; `api_keys` when all keys end with a password. */
  changed?: readonly string[];
}

/** It has no place for texts, e-mail addresses, passwords or whole keys. */
export interface SecurityEvent extends SecuritySubject {
  action: SecurityAction;
  outcome: SecurityOutcome;
  actor: 'anonymous' | 'session' | 'api_key' | 'operator';
  /** The address of the client, as attempts are counted under it. No other log has it. */
  address?: string;
  requestId?: string;
}

export interface SecurityEvents {
  /** Records an event. It never throws and never waits. */
  record(event: SecurityEvent): void;
}

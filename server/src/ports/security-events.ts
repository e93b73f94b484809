/** The actions on accounts and credentials that are recorded. Logs and metrics use these names. */
export type SecurityAction =
  | ('account_changed' | 'account_deleted' | 'authentication' | 'export' | 'import' | 'memories_deleted')
  | ('key_created' | 'key_revoked' | 'key_rotated')
  | ('log_in' | 'password_changed' | 'registration' | 'session_ended')
  | ('webhook_changed' | 'webhook_created' | 'webhook_deleted' | 'webhook_secret_rotated');

/** `failed`: a wrong password or credential. `locked`: too many attempts. `rejected`: the server does not allow it. */
export type SecurityOutcome = 'ok' | 'failed' | 'locked' | 'rejected';

export interface SecuritySubject {
  /** The effect of the request, if its operation alone does not determine it. */
  action?: SecurityAction;
  accountId?: string;
  /**
   * Facts with the names of the contract, such as `key_id` or the number of deleted memories. `changed` names fields of
   * the account, `suspended` or `resumed`; `api_keys` if all keys end with a password.
   */
  detail?: Readonly<Record<string, unknown>>;
}

/** It has no field for texts, email addresses, passwords or whole keys. */
export interface SecurityEvent extends SecuritySubject {
  action: SecurityAction;
  outcome: SecurityOutcome;
  actor: 'anonymous' | 'session' | 'api_key' | 'operator';
  by?: { keyPrefix: string | null; sessionId: string | null };
  /** The address of the client, in the form in which attempts are counted. No other log has it. */
  address?: string;
  requestId?: string;
}

export type AccountEvent = SecurityEvent & { accountId: string };

export interface SecurityEvents {
  /** Records an event in the service's log and in the account's audit log, and resolves then. It never rejects. */
  record(event: SecurityEvent): Promise<void>;
}

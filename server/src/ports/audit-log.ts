import type { SecurityAction, SecurityOutcome } from './security-events.ts';

export interface AuditActor {
  kind: 'anonymous' | 'session' | 'api_key' | 'operator';
  keyPrefix: string | null;
  sessionId: string | null;
}

/** An event of an account. It has no field for texts, passwords or whole keys. */
export interface AuditEvent {
  id: string;
  accountId: string;
  /** Milliseconds since the epoch. */
  time: number;
  action: SecurityAction;
  outcome: SecurityOutcome;
  actor: AuditActor;
  address: string | null;
  /** The subject of the event, with the names of the contract. */
  detail: Record<string, unknown>;
}

/** The position of an event in the log of an account. */
export type AuditPosition = Pick<AuditEvent, 'time' | 'id'>;

/** Stores the events of accounts and their credentials. Every method may throw {@link StoreUnavailableError}. */
export interface AuditLog {
  /** Resolves when the event is durable. An event of an account that does not exist is dropped. */
  append(event: AuditEvent): Promise<void>;
  /** Newest first, by time and then by id. @param page.after the last event of the page before */
  list(accountId: string, page: { limit: number; after?: AuditPosition | undefined }): Promise<AuditEvent[]>;
  /** Deletes events from before a time, a limited number at a time. @returns the number of deleted events */
  purge(before: number): Promise<number>;
}

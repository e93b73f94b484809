import type { Account, ApiKey, AuditEvent } from '../domain/accounts/kinds.ts';
import type { Session } from '../domain/accounts/sessions.ts';
import type { Schemas } from './operation-types.ts';
import { presentFields, toDateTime } from './present-fields.ts';
import { presentActor } from './present-memory.ts';
import { restrictedValues } from './restrict-request.ts';

export function presentAccount(account: Account): Schemas['Account'] {
  return presentFields(account, 'id', 'email', 'phone', 'plan', 'createdAt');
}

export function presentKey(key: ApiKey): Schemas['ApiKey'] {
  return {
    ...{ id: key.id, user_id: key.accountId },
    ...presentFields(key, 'label', 'keyPrefix', 'scopes'),
    restrict: key.restriction && Object.fromEntries(restrictedValues(key.restriction)),
    ...presentFields(key, 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt', 'replacedBy'),
  };
}

/** Renders a new key. @param secret the whole key, which no stored response has */
export function presentNewKey<Secret extends string | null>(apiKey: ApiKey, secret: Secret) {
  const { last_used_at: _used, revoked_at: _revoked, replaced_by: _replaced, ...created } = presentKey(apiKey);
  return { ...created, key: secret };
}

export function presentSession(session: Session): Schemas['Session'] {
  return {
    ...{ id: session.id, current: session.isCurrent },
    ...presentFields(session, 'createdAt', 'expiresAt', 'lastUsedAt', 'userAgent', 'address'),
  };
}

export function presentAuditEvent(event: AuditEvent): Schemas['AuditEvent'] {
  const { sessionId } = event.actor;
  return {
    ...{ id: event.id, time: toDateTime(event.time), action: event.action, outcome: event.outcome },
    actor: { ...presentActor(event.actor), ...(sessionId === null ? {} : { session_id: sessionId }) },
    ...{ address: event.address, detail: event.detail },
  };
}

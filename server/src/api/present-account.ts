import type { Account, ApiKey, AuditEvent, DeletionCounts, KeyRestriction } from '../domain/accounts/kinds.ts';
import type { Session } from '../domain/accounts/sessions.ts';
import type { components } from '../generated/contract.d.ts';
import { toDateTime, toOptionalDateTime } from './present-memory.ts';

export function presentAccount(account: Account): components['schemas']['Account'] {
  return {
    id: account.id,
    email: account.email,
    phone: account.phone,
    plan: account.plan,
    created_at: toDateTime(account.createdAt),
  };
}

export function presentKey(key: ApiKey): components['schemas']['ApiKey'] {
  return {
    id: key.id,
    user_id: key.accountId,
    label: key.label,
    key_prefix: key.keyPrefix,
    scopes: key.scopes,
    restrict: key.restriction && presentRestriction(key.restriction),
    created_at: toDateTime(key.createdAt),
    expires_at: toOptionalDateTime(key.expiresAt),
    last_used_at: toOptionalDateTime(key.lastUsedAt),
    revoked_at: toOptionalDateTime(key.revokedAt),
    replaced_by: key.replacedBy,
  };
}

function presentRestriction({ userId, agentId, project }: KeyRestriction): components['schemas']['KeyRestriction'] {
  return {
    ...(userId === null ? {} : { user_id: userId }),
    ...(agentId === null ? {} : { agent_id: agentId }),
    ...(project === null ? {} : { project }),
  };
}

/** Renders a new key. @param secret the whole key, which no stored response has */
export function presentNewKey<Secret extends string | null>(apiKey: ApiKey, secret: Secret) {
  const { last_used_at: _used, revoked_at: _revoked, replaced_by: _replaced, ...created } = presentKey(apiKey);
  return { ...created, key: secret };
}

export function presentSession(session: Session): components['schemas']['Session'] {
  return {
    id: session.id,
    current: session.isCurrent,
    created_at: toDateTime(session.createdAt),
    expires_at: toDateTime(session.expiresAt),
    last_used_at: toOptionalDateTime(session.lastUsedAt),
    user_agent: session.userAgent,
    address: session.address,
  };
}

export function presentAuditEvent(event: AuditEvent): components['schemas']['AuditEvent'] {
  const { kind, keyPrefix, sessionId } = event.actor;
  return {
    id: event.id,
    time: toDateTime(event.time),
    action: event.action,
    outcome: event.outcome,
    actor: {
      kind,
      ...(keyPrefix === null ? {} : { key_prefix: keyPrefix }),
      ...(sessionId === null ? {} : { session_id: sessionId }),
    },
    address: event.address,
    detail: event.detail,
  };
}

export function presentCounts(counts: DeletionCounts): components['schemas']['DeletionCounts'] {
  const { memories, apiKeys, sessions, requests } = counts;
  return { memories, api_keys: apiKeys, sessions, requests };
}

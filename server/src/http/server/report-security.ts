import type { Request } from 'express';
import type { OperationId } from '../../api/operation-types.ts';
import type { ProblemCode } from '../../api/problem.ts';
import { apiKeys, keyPrefixOf } from '../../domain/accounts/api-key-format.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { sessionIdOf } from '../../domain/accounts/commands.ts';
import type { SecurityAction, SecurityEvents, SecurityOutcome } from '../../ports/security-events.ts';
import { clientAddress } from './client-address.ts';
import type { RequestContext } from './request-context.ts';

/** The outcome of a rejection. All others are `rejected`. */
const outcomes: Partial<Record<ProblemCode, SecurityOutcome>> = {
  unauthenticated: 'failed',
  // A wrong current password is an invalid field of the body.
  invalid_request: 'failed',
  rate_limited: 'locked',
};

/** The operations with the rejections that are events. Others, such as a malformed body, do not concern security. */
const reported: Partial<Record<OperationId, [action?: SecurityAction, ...rejections: ProblemCode[]]>> = {
  login: ['log_in', 'unauthenticated', 'account_suspended', 'rate_limited'],
  createSession: ['log_in', 'unauthenticated', 'account_suspended', 'rate_limited'],
  logout: ['session_ended'],
  deleteSession: ['session_ended'],
  endSession: ['session_ended'],
  endOtherSessions: ['session_ended'],
  registerAccount: ['registration', 'registration_closed', 'conflict', 'rate_limited'],
  changePassword: ['password_changed', 'invalid_request', 'rate_limited'],
  createApiKey: ['key_created', 'conflict'],
  deleteAccount: ['account_deleted', 'invalid_request', 'rate_limited'],
  exportMemories: ['export'],
  importMemories: ['import'],
  rotateApiKey: ['key_rotated', 'conflict', 'not_found'],
  revokeApiKey: ['key_revoked', 'not_found'],
  createWebhook: ['webhook_created', 'conflict'],
  updateWebhook: ['webhook_changed', 'not_found'],
  deleteWebhook: ['webhook_deleted', 'not_found'],
  rotateWebhookSecret: ['webhook_secret_rotated', 'not_found'],
};

/** @returns reports the end of a request if it is a security event; without a code, the operation succeeded */
export function createSecurityReport(events: SecurityEvents) {
  return (request: Request, context: RequestContext, code?: ProblemCode): Promise<void> | undefined => {
    const [action, outcome] = eventOf(request, context, code) ?? [];
    if (!action || !outcome) return undefined;
    const { principal, subject, requestId } = context;
    const detail = { ...(action === 'authentication' ? presentedKey(request) : {}), ...subject?.detail };
    const address = clientAddress(request.ip);
    return events.record({ action, outcome, ...actorOf(principal), ...subject, detail, address, requestId });
  };
}

function actorOf(principal: Principal | undefined) {
  if (!principal) return { actor: 'anonymous' } as const;
  const { via, account, keyPrefix, tokenHash } = principal;
  const by = { keyPrefix, sessionId: tokenHash && sessionIdOf(tokenHash) };
  return { actor: via === 'key' ? 'api_key' : 'session', accountId: account.id, by } as const;
}

function eventOf(
  request: Request,
  { operation, principal, subject }: RequestContext,
  code: ProblemCode | undefined,
): [SecurityAction, SecurityOutcome] | undefined {
  const [action = subject?.action, ...rejections] = reported[operation?.id as OperationId] ?? [];
  if (code === undefined) return action && [action, 'ok'];
  // Only a log-in can be unauthenticated because of its body. Elsewhere, the credential is in a header.
  if (action && rejections.includes(code)) return [action, outcomes[code] ?? 'rejected'];
  const { 'x-api-key': key, authorization, cookie } = request.headers;
  // A request without any credential is a mistake and not an attack.
  if (principal || [key, authorization, cookie].every((one) => one === undefined)) return undefined;
  if (code === 'account_suspended') return ['authentication', 'rejected'];
  return code === 'unauthenticated' ? ['authentication', 'failed'] : undefined;
}

/** Returns the prefix of a key in the format of Mnema. Anything else could be a secret of another service. */
function presentedKey(request: Request): { key_prefix?: string } {
  const key = request.get('x-api-key') ?? request.get('authorization')?.replace(/^Bearer +/i, '') ?? '';
  return apiKeys.isValid(key) ? { key_prefix: keyPrefixOf(key) } : {};
}

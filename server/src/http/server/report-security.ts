import type { Request } from 'express';
import type { OperationId } from '../../api/operation-types.ts';
import type { ProblemCode } from '../../api/problem.ts';
import { apiKeys, keyPrefixOf } from '../../domain/accounts/api-key-format.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { sessionIdOf } from '../../domain/accounts/commands.ts';
import type { SecurityAction, SecurityEvents, SecurityOutcome } from '../../ports/security-events.ts';
import { clientAddress } from './client-address.ts';
import type { RequestContext } from './request-context.ts';

interface ReportedOperation {
  action: SecurityAction;
  /** The rejections that are events. Others, such as those of a malformed body, are not relevant for security. */
  rejections: Partial<Record<ProblemCode, SecurityOutcome>>;
}

const logIn: ReportedOperation = {
  action: 'log_in',
  rejections: { unauthenticated: 'failed', account_suspended: 'rejected', rate_limited: 'locked' },
};
const sessionEnded: ReportedOperation = { action: 'session_ended', rejections: {} };

const reported: Partial<Record<OperationId, ReportedOperation>> = {
  login: logIn,
  createSession: logIn,
  logout: sessionEnded,
  deleteSession: sessionEnded,
  endSession: sessionEnded,
  endOtherSessions: sessionEnded,
  registerAccount: {
    action: 'registration',
    rejections: { registration_closed: 'rejected', conflict: 'rejected', rate_limited: 'locked' },
  },
  // A wrong current password is an invalid field of the body.
  changePassword: { action: 'password_changed', rejections: { invalid_request: 'failed', rate_limited: 'locked' } },
  createApiKey: { action: 'key_created', rejections: { conflict: 'rejected' } },
  deleteAccount: { action: 'account_deleted', rejections: { invalid_request: 'failed', rate_limited: 'locked' } },
  exportMemories: { action: 'export', rejections: {} },
  importMemories: { action: 'import', rejections: {} },
  rotateApiKey: { action: 'key_rotated', rejections: { conflict: 'rejected', not_found: 'rejected' } },
  revokeApiKey: { action: 'key_revoked', rejections: { not_found: 'rejected' } },
  createWebhook: { action: 'webhook_created', rejections: { conflict: 'rejected' } },
  updateWebhook: { action: 'webhook_changed', rejections: { not_found: 'rejected' } },
  deleteWebhook: { action: 'webhook_deleted', rejections: { not_found: 'rejected' } },
  rotateWebhookSecret: { action: 'webhook_secret_rotated', rejections: { not_found: 'rejected' } },
};

/**
 * Creates the report of the security events among the requests. It is also called if the client has disconnected.
 * @returns reports the end of a request; without a code, the operation succeeded
 */
export function createSecurityReport(events: SecurityEvents) {
  return (request: Request, context: RequestContext, code?: ProblemCode): Promise<void> | undefined => {
    const found = eventOf(request, context, code);
    if (!found) return undefined;
    const { principal, subject, requestId } = context;
    const [action, outcome] = found;
    return events.record({
      action,
      outcome,
      ...actorOf(principal),
      ...(action === 'authentication' ? presentedKey(request) : {}),
      ...subject,
      address: clientAddress(request.ip),
      requestId,
    });
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
  const known = reported[operation?.id as OperationId];
  if (code === undefined) {
    const action = known?.action ?? subject?.action;
    return action && [action, 'ok'];
  }
  const outcome = known?.rejections[code];
  // Only a log-in can be unauthenticated because of its body. Elsewhere, the credential is in a header.
  if (known && outcome) return [known.action, outcome];
  if (principal || !hasCredential(request)) return undefined;
  if (code === 'account_suspended') return ['authentication', 'rejected'];
  return code === 'unauthenticated' ? ['authentication', 'failed'] : undefined;
}

/** A request without any credential is a mistake and not an attack. */
function hasCredential({ headers }: Request): boolean {
  return headers['x-api-key'] !== undefined || headers.authorization !== undefined || headers.cookie !== undefined;
}

/** Returns the prefix of a key in the format of Mnema. Anything else could be a secret of another service. */
function presentedKey(request: Request): { keyPrefix?: string } {
  const key = request.get('x-api-key') ?? request.get('authorization')?.replace(/^Bearer +/i, '') ?? '';
  return apiKeys.isValid(key) ? { keyPrefix: keyPrefixOf(key) } : {};
}

import type { DomainError, FieldError } from '../ports/errors.ts';

export const problems = {
  invalid_request: { status: 400, title: 'Invalid request' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  account_suspended: { status: 403, title: 'Account suspended' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  outside_key_restriction: { status: 403, title: "Outside the key's restriction" },
  registration_closed: { status: 403, title: 'Registration closed' },
  plan_limit_reached: { status: 403, title: 'Plan limit reached' },
  host_not_allowed: { status: 403, title: 'Host not allowed' },
  origin_not_allowed: { status: 403, title: 'Origin not allowed' },
  not_found: { status: 404, title: 'Not found' },
  version_not_kept: { status: 404, title: 'Version not stored' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  confirmation_mismatch: { status: 409, title: 'Confirmation mismatch' },
  idempotency_key_reused: { status: 409, title: 'Idempotency key reused' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  sensitive_content: { status: 422, title: 'Sensitive content' },
  quota_exceeded: { status: 429, title: 'Quota exceeded' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const;

export type ProblemCode = keyof typeof problems;

interface ProblemParts {
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  members?: Readonly<Record<string, string | number>>;
}

export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: ProblemCode;
  readonly parts: ProblemParts;

  constructor(code: ProblemCode, detail: string, parts: ProblemParts = {}) {
    super(detail);
    this.code = code;
    this.parts = parts;
  }
}

const errorPage = 'https://github.com/mnema/mnema/blob/main/docs/reference/errors.md';

/** Renders the document of RFC 9457. */
export function toProblemBody({ code, message, parts }: HttpProblem, requestId: string): Record<string, unknown> {
  const { status, title } = problems[code];
  return {
    ...{ type: `${errorPage}#${code}`, title, status, code, detail: message, request_id: requestId },
    ...parts.members,
    ...(parts.errors ? { errors: parts.errors } : {}),
  };
}

/** A code within the range for servers, which clients do not interpret. */
const rpcUnauthenticated = -32_010;

/** Renders a rejected credential for clients of MCP, which drop other bodies. The id has not been read. */
export function toRpcError({ code, message }: HttpProblem, requestId: string): Record<string, unknown> {
  const data = { code, status: problems[code].status, request_id: requestId };
  return { jsonrpc: '2.0', id: null, error: { code: rpcUnauthenticated, message, data } };
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="mnema", ApiKey realm="mnema"' };

/** @param location the location of the fields in the error: the body, the query, or an item of the body */
export function toDomainProblem(error: DomainError, location: string): HttpProblem {
  const { code, message: detail, details, retryAfterSeconds } = error;
  const errors = error.errors?.map(({ path, message }) => ({ path: `${location}${path}`, message }));
  const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return new HttpProblem(code, errors ? summary(code, errors) : detail, {
    ...(errors ? { errors: errors.slice(0, maxErrors) } : {}),
    ...(details ? { members: details } : {}),
    headers: { ...(code === 'unauthenticated' ? challenge : {}), ...wait },
  });
}

/** The maximum of errors in the document. Its detail counts the others. */
const maxErrors = 20;

function summary(code: ProblemCode, errors: readonly { path: string; message: string }[]): string {
  const what = code === 'sensitive_content' ? 'The memory was rejected' : 'The request is not valid';
  const shown = errors.slice(0, maxErrors).map(({ path, message }) => `${path} ${message}`.trim());
  const rest = errors.length > maxErrors ? `; and ${errors.length - maxErrors} more` : '';
  return `${what}: ${shown.join('; ')}${rest}.`;
}

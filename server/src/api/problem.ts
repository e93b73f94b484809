import type { FieldError } from '../ports/errors.ts';

/** Every error the API answers with, in one place: the code on the wire, its status, its title. */
export const problems = {
  invalid_request: { status: 400, title: 'Invalid request' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  insufficient_scope: { status: 403, title: 'Scope missing' },
  registration_closed: { status: 403, title: 'Registration closed' },
  plan_limit_reached: { status: 403, title: 'Plan limit reached' },
  host_not_allowed: { status: 403, title: 'Host not allowed' },
  origin_not_allowed: { status: 403, title: 'Origin not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_key_reused: { status: 409, title: 'Idempotency key reused' },
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

/** A rejection that HTTP itself makes. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly members: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    {
      errors,
      headers,
      members,
    }: {
      errors?: readonly FieldError[];
      headers?: Record<string, string>;
      /** Further members of the document. */
      members?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = errors;
    this.headers = headers ?? {};
    this.members = members ?? {};
  }
}

/** RFC 9457. */
export function toProblemBody(problem: HttpProblem, requestId: string): Record<string, unknown> {
  const { status, title } = problems[problem.code];
  return {
    type: `urn:mnema:error:${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    request_id: requestId,
    ...problem.members,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
}

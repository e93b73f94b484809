/** One fault of a request. */
export interface FieldError {
  /** Its position, as a JSON pointer into the request, such as `/body/top_k` or `/query/limit`. */
  path: string;
  /** The fault and how to correct it. */
  message: string;
}

/** The details of an error; an unknown one is null. */
export interface ErrorDetails {
  /** The HTTP status of the response; null when there was none. */
  status?: number | null;
  /** The kind of error, for programs: a code of the service, or one of this package such as `timeout`. */
  code?: string | null;
  /** The cause and how to correct it, for people. */
  detail?: string | null;
  /** All faults of the request. */
  errors?: readonly FieldError[] | null;
  /** The id of the request, to quote in questions about it. */
  request_id?: string | null;
  /** The seconds to wait before a retry, from the header `Retry-After`. */
  retry_after?: number | null;
  /** The number of times the request was sent. */
  attempts?: number;
  /** The whole problem document. */
  problem?: Readonly<Record<string, unknown>> | null;
  /** The error that caused this one. */
  cause?: unknown;
}

type ErrorClass<Instance> = abstract new (...given: never[]) => Instance;

/** The key under which errors of all copies of this package keep the names of their classes. */
const lineage = Symbol.for('@mnema/sdk/error');

function lineageOf(type: typeof MnemaError): string[] {
  const names: string[] = [];
  for (let at = type; at?.className !== undefined; at = Object.getPrototypeOf(at)) names.push(at.className);
  return names;
}

/**
 * The base of all errors of this package. An instance of this class itself means that a client or a call is impossible
 * as configured: `code` is `configuration` or `invalid_argument`.
 */
export class MnemaError extends Error {
  /** The name of the class, which minifiers of other code do not change. */
  static readonly className: string = 'MnemaError';
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** The kind of error, for programs; null when the response has none. Newer servers may add codes. */
  readonly code: string | null;
  /** The cause and how to correct it, for people. */
  readonly detail: string | null;
  /** All faults of the request; null unless the service lists them. */
  readonly errors: readonly FieldError[] | null;
  /** The id of the request, to quote in questions about it. */
  readonly request_id: string | null;
  /** The seconds to wait before a retry; null when the service does not state them. */
  readonly retry_after: number | null;
  /** The number of times the request was sent, 0 without any attempt. */
  readonly attempts: number;

  /** Only this package creates errors. */
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.detail = details.detail ?? null;
    this.errors = details.errors ?? null;
    this.request_id = details.request_id ?? null;
    this.retry_after = details.retry_after ?? null;
    this.attempts = details.attempts ?? 0;
    Object.defineProperty(this, 'name', { value: new.target.className });
    Object.defineProperty(this, lineage, { value: lineageOf(new.target) });
  }

  /**
   * Returns true when `value` is an error of this class or of a subclass. Unlike `instanceof` it also recognises errors
   * of another copy of this package, such as its CommonJS half.
   */
  static is<Instance extends MnemaError>(this: ErrorClass<Instance>, value: unknown): value is Instance {
    const names = (value as { [lineage]?: unknown } | null | undefined)?.[lineage];
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class of the call, such as NotFoundError
    return Array.isArray(names) && names.includes((this as unknown as typeof MnemaError).className);
  }
}

/**
 * The service responded with an error. An instance of this class itself has no code, or one that this version does not
 * know.
 */
export class APIError extends MnemaError {
  static override readonly className: string = 'APIError';
  declare readonly status: number;
  /** The whole problem document, with members of single codes such as `resets_at`; null when the response was none. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  /** Only this package creates errors. */
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.problem = details.problem ?? null;
  }
}

/** 400 `invalid_request`: `errors` names each wrong field. */
export class InvalidRequestError extends APIError {
  static override readonly className: string = 'InvalidRequestError';
  declare readonly status: 400;
  declare readonly code: 'invalid_request';
}

/** 401 `unauthenticated`: the credential is missing, wrong, revoked or expired. */
export class UnauthenticatedError extends APIError {
  static override readonly className: string = 'UnauthenticatedError';
  declare readonly status: 401;
  declare readonly code: 'unauthenticated';
}

/** 403 `account_suspended`: the operator has suspended the account. */
export class AccountSuspendedError extends APIError {
  static override readonly className: string = 'AccountSuspendedError';
  declare readonly status: 403;
  declare readonly code: 'account_suspended';
}

/** 403 `insufficient_scope`: the key lacks the scope for this. */
export class InsufficientScopeError extends APIError {
  static override readonly className: string = 'InsufficientScopeError';
  declare readonly status: 403;
  declare readonly code: 'insufficient_scope';
}

/** 403 `registration_closed`: this deployment allows no registration. */
export class RegistrationClosedError extends APIError {
  static override readonly className: string = 'RegistrationClosedError';
  declare readonly status: 403;
  declare readonly code: 'registration_closed';
}

/** 403 `plan_limit_reached`: the plan allows no further project or end user; `problem.limit` names the limit. */
export class PlanLimitReachedError extends APIError {
  static override readonly className: string = 'PlanLimitReachedError';
  declare readonly status: 403;
  declare readonly code: 'plan_limit_reached';
}

/** 403 `host_not_allowed`: the server does not serve this host name. */
export class HostNotAllowedError extends APIError {
  static override readonly className: string = 'HostNotAllowedError';
  declare readonly status: 403;
  declare readonly code: 'host_not_allowed';
}

/** 403 `origin_not_allowed`: the server does not serve web pages of this origin. */
export class OriginNotAllowedError extends APIError {
  static override readonly className: string = 'OriginNotAllowedError';
  declare readonly status: 403;
  declare readonly code: 'origin_not_allowed';
}

/** 404 `not_found`: the memory, key or path does not exist. */
export class NotFoundError extends APIError {
  static override readonly className: string = 'NotFoundError';
  declare readonly status: 404;
  declare readonly code: 'not_found';
}

/** 405 `method_not_allowed`: the path does not support the method; the base URL may be wrong. */
export class MethodNotAllowedError extends APIError {
  static override readonly className: string = 'MethodNotAllowedError';
  declare readonly status: 405;
  declare readonly code: 'method_not_allowed';
}

/** 408 `request_timeout`: the server did not receive the whole request in time. */
export class RequestTimeoutError extends APIError {
  static override readonly className: string = 'RequestTimeoutError';
  declare readonly status: 408;
  declare readonly code: 'request_timeout';
}

/** 409 `conflict`: the current state does not allow this, or the resource exists already. */
export class ConflictError extends APIError {
  static override readonly className: string = 'ConflictError';
  declare readonly status: 409;
  declare readonly code: 'conflict';
}

/** 409 `idempotency_key_reused`: another request has used the key. */
export class IdempotencyKeyReusedError extends APIError {
  static override readonly className: string = 'IdempotencyKeyReusedError';
  declare readonly status: 409;
  declare readonly code: 'idempotency_key_reused';
}

/** 413 `payload_too_large`: the body is larger than the service accepts. */
export class PayloadTooLargeError extends APIError {
  static override readonly className: string = 'PayloadTooLargeError';
  declare readonly status: 413;
  declare readonly code: 'payload_too_large';
}

/** 415 `unsupported_media_type`: the body is not JSON in UTF-8. */
export class UnsupportedMediaTypeError extends APIError {
  static override readonly className: string = 'UnsupportedMediaTypeError';
  declare readonly status: 415;
  declare readonly code: 'unsupported_media_type';
}

/** 431 `headers_too_large`: the headers are larger than the server accepts. */
export class HeadersTooLargeError extends APIError {
  static override readonly className: string = 'HeadersTooLargeError';
  declare readonly status: 431;
  declare readonly code: 'headers_too_large';
}

/** 422 `sensitive_content`: the memory contains a secret; `errors` has its position. */
export class SensitiveContentError extends APIError {
  static override readonly className: string = 'SensitiveContentError';
  declare readonly status: 422;
  declare readonly code: 'sensitive_content';
}

/** 429 `quota_exceeded`: the writes or searches of this month are used up until `problem.resets_at`. Never retried. */
export class QuotaExceededError extends APIError {
  static override readonly className: string = 'QuotaExceededError';
  declare readonly status: 429;
  declare readonly code: 'quota_exceeded';
}

/** 429 `rate_limited`: there are too many requests, even after the retries. */
export class RateLimitedError extends APIError {
  static override readonly className: string = 'RateLimitedError';
  declare readonly status: 429;
  declare readonly code: 'rate_limited';
}

/** 500 `internal`: the service failed, even after the retries. */
export class InternalError extends APIError {
  static override readonly className: string = 'InternalError';
  declare readonly status: 500;
  declare readonly code: 'internal';
}

/** 503 `unavailable`: the service is not available, even after the retries. */
export class UnavailableError extends APIError {
  static override readonly className: string = 'UnavailableError';
  declare readonly status: 503;
  declare readonly code: 'unavailable';
}

/** There is no response, or an incomplete or unreadable one; `cause` has the reason. `code` is `connection_error`. */
export class APIConnectionError extends MnemaError {
  static override readonly className: string = 'APIConnectionError';
  declare readonly code: 'connection_error' | 'timeout';
}

/** There was no complete response within `timeoutMs`. `code` is `timeout`. */
export class APITimeoutError extends APIConnectionError {
  static override readonly className: string = 'APITimeoutError';
  declare readonly code: 'timeout';
}

/** The `signal` of the caller has aborted the call; its reason is the `cause`. `code` is `aborted`. */
export class APIAbortError extends MnemaError {
  static override readonly className: string = 'APIAbortError';
  declare readonly code: 'aborted';
}

/** The memory of a `wait` has failed; `detail` has the reason. `code` is `memory_failed`. */
export class MemoryFailedError extends MnemaError {
  static override readonly className: string = 'MemoryFailedError';
  declare readonly code: 'memory_failed';
}

/** The time of a `wait` is over; the memory may still become ready. `code` is `wait_timeout`. */
export class WaitTimeoutError extends MnemaError {
  static override readonly className: string = 'WaitTimeoutError';
  declare readonly code: 'wait_timeout';
}

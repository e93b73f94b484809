/** One thing that is wrong with a request. */
export interface FieldError {
  /** Where it is, as a JSON pointer into the request, such as `/body/top_k` or `/query/limit`. */
  path: string;
  /** What is wrong there and how to put it right. */
  message: string;
}

/** What an error of this package can tell; what it can not is null. */
export interface ErrorDetails {
  /** HTTP status of the answer; null when there was none. */
  status?: number | null;
  /** What went wrong, for programs: a code of the service, or one of this package such as `timeout`. */
  code?: string | null;
  /** What went wrong this time and how to put it right, for people. */
  detail?: string | null;
  /** Each thing that is wrong with the request. */
  errors?: readonly FieldError[] | null;
  /** The id of the request, to quote when asking about it. */
  request_id?: string | null;
  /** How many seconds the service asks to wait, from its header `Retry-After`. */
  retry_after?: number | null;
  /** How many times the request was sent. */
  attempts?: number;
  /** The whole problem document. */
  problem?: Readonly<Record<string, unknown>> | null;
  /** What caused it. */
  cause?: unknown;
}

type ErrorClass<Instance> = abstract new (...given: never[]) => Instance;

/** Under this key an error of any copy of this package tells its class and those above it. */
const lineage = Symbol.for('@mnema/sdk/error');

function lineageOf(type: typeof MnemaError): string[] {
  const names: string[] = [];
  for (let at = type; at?.className !== undefined; at = Object.getPrototypeOf(at)) names.push(at.className);
  return names;
}

/**
 * The base of everything this package throws. Itself, it says that a client or a call can not be made as it was asked for:
 * `code` is `configuration` or `invalid_argument`.
 */
export class MnemaError extends Error {
  /** The name of the class, also in code whose own names were shortened. */
  static readonly className: string = 'MnemaError';
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** What went wrong, for programs; null when the answer did not say. New codes may come with newer servers. */
  readonly code: string | null;
  /** What went wrong this time and how to put it right, for people. */
  readonly detail: string | null;
  /** Each thing that is wrong with the request; null unless the service lists them. */
  readonly errors: readonly FieldError[] | null;
  /** The id of the request, to quote when asking about it. */
  readonly request_id: string | null;
  /** How many seconds the service asks to wait before another try; null when it does not say. */
  readonly retry_after: number | null;
  /** How many times the request was sent: 0 when it never was. */
  readonly attempts: number;

  /** Made by this package. */
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
   * Whether `value` is an error of this class or of one below it. Unlike `instanceof` it also knows the errors of another
   * copy of this package, such as its CommonJS half.
   */
  static is<Instance extends MnemaError>(this: ErrorClass<Instance>, value: unknown): value is Instance {
    const names = (value as { [lineage]?: unknown } | null | undefined)?.[lineage];
    // biome-ignore lint/complexity/noThisInStatic: it is the class that is asked, such as NotFoundError
    return Array.isArray(names) && names.includes((this as unknown as typeof MnemaError).className);
  }
}

/** The service answered with an error. Itself, it stands for a code that this version does not know, or for an answer without one. */
export class APIError extends MnemaError {
  static override readonly className: string = 'APIError';
  declare readonly status: number;
  /** The whole problem document, with members of a single code such as `resets_at`; null when the answer was none. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  /** Made by this package. */
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.problem = details.problem ?? null;
  }
}

/** 400 `invalid_request`: `errors` names each field that is wrong. */
export class InvalidRequestError extends APIError {
  static override readonly className: string = 'InvalidRequestError';
  declare readonly status: 400;
  declare readonly code: 'invalid_request';
}

/** 401 `unauthenticated`: no credential, or one that is wrong, revoked or expired. */
export class UnauthenticatedError extends APIError {
  static override readonly className: string = 'UnauthenticatedError';
  declare readonly status: 401;
  declare readonly code: 'unauthenticated';
}

/** 403 `insufficient_scope`: the key may not do this. */
export class InsufficientScopeError extends APIError {
  static override readonly className: string = 'InsufficientScopeError';
  declare readonly status: 403;
  declare readonly code: 'insufficient_scope';
}

/** 403 `registration_closed`: this deployment lets nobody register. */
export class RegistrationClosedError extends APIError {
  static override readonly className: string = 'RegistrationClosedError';
  declare readonly status: 403;
  declare readonly code: 'registration_closed';
}

/** 403 `plan_limit_reached`: no further project or end user on this plan; `problem.limit` says which. */
export class PlanLimitReachedError extends APIError {
  static override readonly className: string = 'PlanLimitReachedError';
  declare readonly status: 403;
  declare readonly code: 'plan_limit_reached';
}

/** 403 `host_not_allowed`: the server does not answer to this host name. */
export class HostNotAllowedError extends APIError {
  static override readonly className: string = 'HostNotAllowedError';
  declare readonly status: 403;
  declare readonly code: 'host_not_allowed';
}

/** 403 `origin_not_allowed`: the server does not answer to web pages of this origin. */
export class OriginNotAllowedError extends APIError {
  static override readonly className: string = 'OriginNotAllowedError';
  declare readonly status: 403;
  declare readonly code: 'origin_not_allowed';
}

/** 404 `not_found`: no such memory, key or path. */
export class NotFoundError extends APIError {
  static override readonly className: string = 'NotFoundError';
  declare readonly status: 404;
  declare readonly code: 'not_found';
}

/** 405 `method_not_allowed`: the path is there, the method is not; the base URL may lead elsewhere. */
export class MethodNotAllowedError extends APIError {
  static override readonly className: string = 'MethodNotAllowedError';
  declare readonly status: 405;
  declare readonly code: 'method_not_allowed';
}

/** 408 `request_timeout`: the server did not get the whole request in time. */
export class RequestTimeoutError extends APIError {
  static override readonly className: string = 'RequestTimeoutError';
  declare readonly status: 408;
  declare readonly code: 'request_timeout';
}

/** 409 `conflict`: not in this state, or there is one already. */
export class ConflictError extends APIError {
  static override readonly className: string = 'ConflictError';
  declare readonly status: 409;
  declare readonly code: 'conflict';
}

/** 409 `idempotency_key_reused`: the key came before, with another request. */
export class IdempotencyKeyReusedError extends APIError {
  static override readonly className: string = 'IdempotencyKeyReusedError';
  declare readonly status: 409;
  declare readonly code: 'idempotency_key_reused';
}

/** 413 `payload_too_large`: the body is larger than the service takes. */
export class PayloadTooLargeError extends APIError {
  static override readonly className: string = 'PayloadTooLargeError';
  declare readonly status: 413;
  declare readonly code: 'payload_too_large';
}

/** 415 `unsupported_media_type`: the body did not come as JSON in UTF-8. */
export class UnsupportedMediaTypeError extends APIError {
  static override readonly className: string = 'UnsupportedMediaTypeError';
  declare readonly status: 415;
  declare readonly code: 'unsupported_media_type';
}

/** 431 `headers_too_large`: the headers are larger than the server takes. */
export class HeadersTooLargeError extends APIError {
  static override readonly className: string = 'HeadersTooLargeError';
  declare readonly status: 431;
  declare readonly code: 'headers_too_large';
}

/** 422 `sensitive_content`: the memory carries a secret; `errors` says where. */
export class SensitiveContentError extends APIError {
  static override readonly className: string = 'SensitiveContentError';
  declare readonly status: 422;
  declare readonly code: 'sensitive_content';
}

/** 429 `quota_exceeded`: the writes or searches of this month are used up; `problem.resets_at` says until when. Never retried. */
export class QuotaExceededError extends APIError {
  static override readonly className: string = 'QuotaExceededError';
  declare readonly status: 429;
  declare readonly code: 'quota_exceeded';
}

/** 429 `rate_limited`: too many requests at once, still after the retries. */
export class RateLimitedError extends APIError {
  static override readonly className: string = 'RateLimitedError';
  declare readonly status: 429;
  declare readonly code: 'rate_limited';
}

/** 500 `internal`: an error of the service, still after the retries. */
export class InternalError extends APIError {
  static override readonly className: string = 'InternalError';
  declare readonly status: 500;
  declare readonly code: 'internal';
}

/** 503 `unavailable`: the service can not answer now, still after the retries. */
export class UnavailableError extends APIError {
  static override readonly className: string = 'UnavailableError';
  declare readonly status: 503;
  declare readonly code: 'unavailable';
}

/** No answer, or one that was cut off or can not be read; `cause` says why. `code` is `connection_error`. */
export class APIConnectionError extends MnemaError {
  static override readonly className: string = 'APIConnectionError';
  declare readonly code: 'connection_error' | 'timeout';
}

/** No whole answer within `timeoutMs`. `code` is `timeout`. */
export class APITimeoutError extends APIConnectionError {
  static override readonly className: string = 'APITimeoutError';
  declare readonly code: 'timeout';
}

/** The caller gave up through its `signal`, whose reason is the `cause`. `code` is `aborted`. */
export class APIAbortError extends MnemaError {
  static override readonly className: string = 'APIAbortError';
  declare readonly code: 'aborted';
}

/** `wait` saw that the memory failed; `detail` says why. `code` is `memory_failed`. */
export class MemoryFailedError extends MnemaError {
  static override readonly className: string = 'MemoryFailedError';
  declare readonly code: 'memory_failed';
}

/** `wait` ran out of time; the memory may become ready still. `code` is `wait_timeout`. */
export class WaitTimeoutError extends MnemaError {
  static override readonly className: string = 'WaitTimeoutError';
  declare readonly code: 'wait_timeout';
}

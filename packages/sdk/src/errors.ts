import type { AddManyResult, ImportResult } from './types.ts';

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
  requestId?: string | null;
  /** The seconds to wait before a retry, from the header `Retry-After`. */
  retryAfter?: number | null;
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
  for (let at: { name: string } = type; at !== Error; at = Object.getPrototypeOf(at)) names.push(at.name);
  return names;
}

/**
 * The base of all errors of this package. An instance of this class itself means that an option of the client or an
 * argument of the call is invalid. Its `code` is `configuration` or `invalid_argument`.
 */
export class MnemaError extends Error {
  /** The name of the class, which a minifier does not change. Node.js prints an error with it. */
  static override readonly name: string = 'MnemaError';
  /** The name of the class, such as `NotFoundError`. */
  declare readonly name: string;
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** The kind of error, for programs; null when the response has none. Newer servers may add codes. */
  readonly code: string | null;
  /** The cause and how to correct it, for people. */
  readonly detail: string | null;
  /** All faults of the request; null unless the service lists them. */
  readonly errors: readonly FieldError[] | null;
  /** The id of the request, to quote in questions about it. */
  readonly requestId: string | null;
  /** The seconds to wait before a retry; null when the service does not state them. */
  readonly retryAfter: number | null;
  /** The number of times the request was sent, 0 without any attempt. */
  readonly attempts: number;
  /** The results of an `addMany` before one of its requests failed; null for the errors of other calls. */
  readonly batch: AddManyResult | null = null;
  /** The results of an `importMemories` before one of its requests failed; null for the errors of other calls. */
  readonly imported: ImportResult | null = null;

  /** Only this package creates errors. */
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.detail = details.detail ?? null;
    this.errors = details.errors ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.attempts = details.attempts ?? 0;
    Object.defineProperty(this, 'name', { value: new.target.name });
    Object.defineProperty(this, lineage, { value: lineageOf(new.target) });
  }

  /**
   * Returns true when `value` is an error of this class or of a subclass. Unlike `instanceof` it also recognises errors
   * of another copy of this package, such as its CommonJS half.
   */
  static is<Instance extends MnemaError>(this: ErrorClass<Instance>, value: unknown): value is Instance {
    const names = (value as { [lineage]?: unknown } | null | undefined)?.[lineage];
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class of the call, such as NotFoundError
    return Array.isArray(names) && names.includes((this as unknown as typeof MnemaError).name);
  }
}

/**
 * The service, or a proxy before it, responded with an error. An instance of this class itself has a status that no
 * other class has, such as 405. Errors of the same status differ in `code`.
 */
export class APIError extends MnemaError {
  static override readonly name: string = 'APIError';
  declare readonly status: number;
  /** The whole problem document, with members of single codes such as `resets_at`; null when the response was none. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  /** Only this package creates errors. */
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.problem = details.problem ?? null;
  }
}

/** 400: the request is wrong; `errors` names each wrong field. */
export class BadRequestError extends APIError {
  static override readonly name: string = 'BadRequestError';
  declare readonly name: 'BadRequestError';
  declare readonly status: 400;
}

/** 401: the credential is missing, wrong, revoked or expired. */
export class AuthenticationError extends APIError {
  static override readonly name: string = 'AuthenticationError';
  declare readonly name: 'AuthenticationError';
  declare readonly status: 401;
}

/**
 * 403: the credential, the account or this deployment does not allow it; `code` has the reason, such as
 * `insufficient_scope`.
 */
export class PermissionDeniedError extends APIError {
  static override readonly name: string = 'PermissionDeniedError';
  declare readonly name: 'PermissionDeniedError' | 'PlanLimitError';
  declare readonly status: 403;
}

/** 403 `plan_limit_reached`: the plan allows no further project or end user; `problem.limit` names the limit. */
export class PlanLimitError extends PermissionDeniedError {
  static override readonly name: string = 'PlanLimitError';
  declare readonly name: 'PlanLimitError';
  declare readonly code: 'plan_limit_reached';
}

/** 404: the memory, key or path does not exist. */
export class NotFoundError extends APIError {
  static override readonly name: string = 'NotFoundError';
  declare readonly name: 'NotFoundError';
  declare readonly status: 404;
}

/**
 * 409: the current state does not allow this, or the resource already exists. With `idempotency_key_reused`, the
 * idempotency key belongs to another request. With `confirmation_mismatch`, another number of memories matches than was
 * confirmed.
 */
export class ConflictError extends APIError {
  static override readonly name: string = 'ConflictError';
  declare readonly name: 'ConflictError';
  declare readonly status: 409;

  /** The number of memories that match the scope now, with `confirmation_mismatch`; null otherwise. */
  get matched(): number | null {
    return (this.problem?.['matched'] as number | undefined) ?? null;
  }
}

/** 412: the resource has changed since the version that the request names. */
export class PreconditionFailedError extends APIError {
  static override readonly name: string = 'PreconditionFailedError';
  declare readonly name: 'PreconditionFailedError';
  declare readonly status: 412;
}

/** 413: the body is larger than the service accepts. */
export class PayloadTooLargeError extends APIError {
  static override readonly name: string = 'PayloadTooLargeError';
  declare readonly name: 'PayloadTooLargeError';
  declare readonly status: 413;
}

/** 422 `sensitive_content`: the memory contains a secret; `errors` has its position. */
export class SensitiveContentError extends APIError {
  static override readonly name: string = 'SensitiveContentError';
  declare readonly name: 'SensitiveContentError';
  declare readonly status: 422;
  declare readonly code: 'sensitive_content';
}

/** 429: there are too many requests, even after the retries. */
export class RateLimitError extends APIError {
  static override readonly name: string = 'RateLimitError';
  declare readonly name: 'RateLimitError';
  declare readonly status: 429;
}

/** 429 `quota_exceeded`: the writes or searches of this month are used up until `problem.resets_at`. Never retried. */
export class QuotaExceededError extends APIError {
  static override readonly name: string = 'QuotaExceededError';
  declare readonly name: 'QuotaExceededError';
  declare readonly status: 429;
  declare readonly code: 'quota_exceeded';
}

/** 500 and above: the service failed, even after the retries. */
export class InternalServerError extends APIError {
  static override readonly name: string = 'InternalServerError';
  declare readonly name: 'InternalServerError' | 'ServiceUnavailableError';
}

/** 503: the service is not available, even after the retries. */
export class ServiceUnavailableError extends InternalServerError {
  static override readonly name: string = 'ServiceUnavailableError';
  declare readonly name: 'ServiceUnavailableError';
  declare readonly status: 503;
}

/** There is no response, or an incomplete or unreadable one; `cause` has the reason. `code` is `connection_error`. */
export class APIConnectionError extends MnemaError {
  static override readonly name: string = 'APIConnectionError';
  declare readonly code: 'connection_error' | 'timeout' | 'incomplete_export';
}

/** There was no complete response within `timeoutMs`. `code` is `timeout`. */
export class APITimeoutError extends APIConnectionError {
  static override readonly name: string = 'APITimeoutError';
  declare readonly code: 'timeout';
}

/**
 * An `export` ended before its last line: the memories so far are valid, but others are missing. `code` is
 * `incomplete_export`.
 */
export class IncompleteExportError extends APIConnectionError {
  static override readonly name: string = 'IncompleteExportError';
  declare readonly code: 'incomplete_export';
}

/** The `signal` of the caller has aborted the call; its reason is the `cause`. `code` is `aborted`. */
export class APIAbortError extends MnemaError {
  static override readonly name: string = 'APIAbortError';
  declare readonly code: 'aborted';
}

/** The memory of a `wait` has failed; `detail` has the reason. `code` is `memory_failed`. */
export class MemoryFailedError extends MnemaError {
  static override readonly name: string = 'MemoryFailedError';
  declare readonly code: 'memory_failed';
}

/** The time of a `wait` is over; the memory may still become ready. `code` is `wait_timeout`. */
export class WaitTimeoutError extends MnemaError {
  static override readonly name: string = 'WaitTimeoutError';
  declare readonly code: 'wait_timeout';
}

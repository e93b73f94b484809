export type ErrorCode =
  | ('invalid_request' | 'sensitive_content' | 'confirmation_mismatch')
  | ('unauthenticated' | 'account_suspended' | 'insufficient_scope' | 'outside_key_restriction' | 'registration_closed')
  | ('plan_limit_reached' | 'quota_exceeded' | 'rate_limited')
  | ('not_found' | 'version_not_kept' | 'conflict' | 'idempotency_key_reused' | 'precondition_failed')
  | 'unavailable';

/**
 * One fault in the input. `path` is a JSON pointer into the operation's input, with the names of the contract:
 * `/email`, or `''` for the whole. `message` continues the path, without a full stop: `is blank`.
 */
export type FieldError = { path: string; message: string };

/** A rejection for the caller: `message` describes the fault and its correction. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document, with the names of the contract. */
  readonly details?: Readonly<Record<string, string | number>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: Pick<DomainError, 'errors' | 'retryAfterSeconds' | 'details' | 'cause'> = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    if (options.errors) this.errors = options.errors;
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds;
    if (options.details) this.details = options.details;
  }
}

export function unknownCursor(parameter = 'cursor', source = 'next_cursor'): DomainError {
  const message = `is not a valid cursor: pass ${source} from the previous page unchanged`;
  return invalidRequest({ path: `/${parameter}`, message });
}

const rejectionWith = (code: ErrorCode) => (message: string) => new DomainError(code, message);

export const unauthenticated = rejectionWith('unauthenticated');
export const conflict = rejectionWith('conflict');
export const notFound = rejectionWith('not_found');

/** The rejection of a request for which there is no capacity at the moment. */
export function unavailable(message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('unavailable', message, { retryAfterSeconds });
}

/** An `invalid_request` that lists every fault, in `errors` and in its message. */
export function invalidRequest(...errors: FieldError[]): DomainError {
  const faults = errors.map(({ path, message }) => `${path.slice(1) || 'the request'} ${message}`);
  return new DomainError('invalid_request', `${faults.join('; ')}.`, { errors });
}

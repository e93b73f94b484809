import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PlanLimitError,
  PreconditionFailedError,
  QuotaExceededError,
  RateLimitError,
  SensitiveContentError,
  ServiceUnavailableError,
} from '../errors.ts';

/** The class of each status, and of the codes that differ in meaning from others of their status. */
const classes: Readonly<Record<string, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  '403 plan_limit_reached': PlanLimitError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  '422 sensitive_content': SensitiveContentError,
  429: RateLimitError,
  '429 quota_exceeded': QuotaExceededError,
  503: ServiceUnavailableError,
};

/** Returns the class of a response's error. The status decides, so that codes of a newer service have a class, too. */
export function errorClassOf(status: number, code: string | null): typeof APIError {
  return classes[`${status} ${code}`] ?? classes[status] ?? (status >= 500 ? InternalServerError : APIError);
}

import type { APIError, FieldError } from '../errors.ts';
import type { Received } from './attempt.ts';
import { errorClassOf } from './error-class-of.ts';

/** Returns the problem document of a response; null when it has none, and its error has the status only. */
function readProblem({ value }: Received): Record<string, unknown> | null {
  const isProblem = typeof value === 'object' && value !== null && 'code' in value;
  return isProblem && typeof value.code === 'string' ? (value as Record<string, unknown>) : null;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Creates the error of a response without success. `where` is the request in words: `GET /usage`. */
export function toApiError(response: Received, where: string, attempts: number, retryAfter: number | null): APIError {
  const problem = readProblem(response);
  const code = textOrNull(problem?.['code']);
  const detail = textOrNull(problem?.['detail']);
  const requestId = textOrNull(problem?.['request_id']) ?? response.headers.get('x-request-id');
  const summary = [response.status, code].filter((part) => part !== null).join(' ');
  const location = requestId === null ? where : `${where}, request ${requestId}`;
  const type = errorClassOf(response.status, code);
  return new type(`${summary}${detail === null ? '' : `: ${detail}`} (${location})`, {
    status: response.status,
    code,
    detail,
    errors: Array.isArray(problem?.['errors']) ? (problem['errors'] as FieldError[]) : null,
    requestId,
    retryAfter,
    attempts,
    problem,
  });
}

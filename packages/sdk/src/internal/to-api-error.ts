import type { APIError, FieldError } from '../errors.ts';
import { errorClassOf } from './error-class-of.ts';

/** A response that was read to its end, or whose body is still to be read. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  pieces?: AsyncIterable<Uint8Array>;
}

/** Parses a problem document of any content type, because proxies change or drop the type. */
function readProblem({ text }: ApiResponse): Record<string, unknown> | null {
  try {
    const document: unknown = JSON.parse(text);
    const isProblem = typeof document === 'object' && document !== null && 'code' in document;
    return isProblem && typeof document.code === 'string' ? (document as Record<string, unknown>) : null;
  } catch {
    return null; // the error then has the status only
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Creates the error of a response without success. `where` is the request in words: `GET /usage`. */
export function toApiError(
  response: ApiResponse,
  where: string,
  attempts: number,
  retryAfter: number | null,
): APIError {
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

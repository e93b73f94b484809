import { error as validatorErrors } from 'express-openapi-validator';
import { DomainError } from '../ports/errors.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import type { ContractDocument, Operation } from './contract.ts';
import { HttpProblem, type ProblemCode } from './problem.ts';
import { requestSchemas } from './schema-lookup.ts';
import { describeValidationErrors, type ValidationError } from './validation-errors.ts';

const challenge = { 'WWW-Authenticate': 'Bearer realm="mnema", ApiKey realm="mnema"' };

/** Maps an error to the problem table. An unexpected one gives undefined, and the caller gets no details of it. */
export function toProblem(
  error: unknown,
  contract: ContractDocument,
  operation: Operation | undefined,
): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) {
    const errors = error.errors?.map(({ path, message }) => ({ path: located(path, operation), message }));
    return new HttpProblem(error.code, errors ? summary(error.code, errors) : error.message, {
      ...(errors ? { errors: errors.slice(0, maxErrors) } : {}),
      ...(error.details ? { members: error.details } : {}),
      headers: {
        ...(error.code === 'unauthenticated' ? challenge : {}),
        ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
      },
    });
  }
  if (error instanceof StoreUnavailableError) {
    return new HttpProblem(
      'unavailable',
      `The store is not available: ${error.message}. Try again later; with an Idempotency-Key a repeated write is done once.`,
      { headers: { 'Retry-After': '5' } },
    );
  }
  if (error instanceof validatorErrors.BadRequest) {
    const all = describeValidationErrors(error.errors as ValidationError[], requestSchemas(contract, operation));
    const errors = all.slice(0, maxErrors);
    return new HttpProblem('invalid_request', summary('invalid_request', all), { errors });
  }
  if (error instanceof validatorErrors.UnsupportedMediaType) return unsupportedMediaType();
  return undefined;
}

export function unsupportedMediaType(): HttpProblem {
  const detail = 'Send JSON in UTF-8, with the header Content-Type: application/json.';
  return new HttpProblem('unsupported_media_type', detail);
}

/** Converts a path of the domain's input to one of the request, whose fields are in the body or in the query. */
function located(path: string, operation: Operation | undefined): string {
  return `/${operation?.takesBody ? 'body' : 'query'}${path}`;
}

/** The maximum of errors that the document lists. Its detail counts the others. */
const maxErrors = 20;

function summary(code: ProblemCode, errors: readonly { path: string; message: string }[]): string {
  const what = code === 'sensitive_content' ? 'The memory was refused' : 'The request is not valid';
  const shown = errors.slice(0, maxErrors).map(({ path, message }) => `${path} ${message}`);
  const rest = errors.length > maxErrors ? `; and ${errors.length - maxErrors} more` : '';
  return `${what}: ${shown.join('; ')}${rest}.`;
}

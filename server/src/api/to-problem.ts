import { error as validatorErrors } from 'express-openapi-validator';
import { DomainError } from '../ports/errors.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { type ContractDocument, jsonType, type Operation } from './contract.ts';
import { HttpProblem, type ProblemCode } from './problem.ts';
import { requestSchemas } from './schema-lookup.ts';
import { describeValidationErrors, type ValidationError } from './validation-errors.ts';

const linesType = 'application/x-ndjson';
const challenge = { 'WWW-Authenticate': 'Bearer realm="mnema", ApiKey realm="mnema"' };

/** Maps an error to the problem table. Returns undefined for an unexpected one, of which the caller gets no details. */
export function toProblem(
  error: unknown,
  contract: ContractDocument,
  operation: Operation | undefined,
): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) return toDomainProblem(error, operation?.takesBody ? '/body' : '/query');
  if (error instanceof StoreUnavailableError) {
    return new HttpProblem(
      'unavailable',
      `The store is unavailable: ${error.message}. Try again later. With an Idempotency-Key, a retried write is stored only once.`,
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

/** @param types the media types that the operation accepts */
export function unsupportedMediaType(types: readonly string[] = [jsonType]): HttpProblem {
  const detail = types.includes(linesType)
    ? `Send lines of JSON in UTF-8 with the header Content-Type: ${linesType}, or one JSON array with ${jsonType}.`
    : `Send JSON in UTF-8, with the header Content-Type: ${jsonType}.`;
  return new HttpProblem('unsupported_media_type', detail);
}

/** @param location the location of the fields in the error: the body, the query, or an item of the body */
export function toDomainProblem(error: DomainError, location: string): HttpProblem {
  const errors = error.errors?.map(({ path, message }) => ({ path: `${location}${path}`, message }));
  return new HttpProblem(error.code, errors ? summary(error.code, errors) : error.message, {
    ...(errors ? { errors: errors.slice(0, maxErrors) } : {}),
    ...(error.details ? { members: error.details } : {}),
    headers: {
      ...(error.code === 'unauthenticated' ? challenge : {}),
      ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
    },
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

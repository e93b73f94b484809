import { parse } from 'node:url';
import express, { type RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import type { ContractDocument, Operation } from '../../api/contract.ts';
import { rejectedField } from '../../api/parse-json.ts';
import type { HttpProblem } from '../../api/problem.ts';
import { holdsMoreThan, maxDescribed } from '../../api/validation-errors.ts';
import type { Middleware } from '../server/request-context.ts';
import { requestDocument } from './request-document.ts';

/**
 * Validates a request against its operation in the contract. The validator compiles every path of its document for each
 * request. Each operation therefore has its own document, and a validator that is created on its first use. A request
 * without constrained parts skips validation, which would cost a sixth of a read.
 */
export function validateRequest(contract: ContractDocument, operation: Operation): Middleware {
  makeUrlParseCheap();
  const document = requestDocument(contract, operation);
  const validateToFirst = onFirstUse(() => createValidator(document, { allErrors: false }));
  const validateAll = onFirstUse(() => createValidator(document, { allErrors: true }));
  const hasJson = operation.takesBody && !operation.parsesBody;
  const isChecked = hasJson || operation.needsQuery;
  return (request, response, next) => {
    const { headers, url, body } = request;
    if (!isChecked && !url.includes('?') && !operation.headers.some((name) => name in headers)) return next();
    // The type has been checked already. The validator would compile its schemas again for each spelling.
    if (hasJson) headers['content-type'] = 'application/json';
    else if (operation.bodyTypes.length > 1) headers['content-type'] = plainType(headers['content-type']);
    else delete headers['content-type'];
    // The cost of finding all errors grows with the square of their number.
    const validate = hasJson && holdsMoreThan(body, maxDescribed) ? validateToFirst : validateAll;
    validate(request, response, (error?: unknown) => next(error ?? infiniteNumberError(request.query)));
  };
}

/** Returns a media type without its parameters. */
function plainType(type: string | undefined): string | undefined {
  return type?.split(';')[0]?.trim().toLowerCase();
}

/** Rejects numbers such as `1e400`. The validator reads them as infinite, and compares only finite ones with limits. */
function infiniteNumberError(query: Record<string, unknown>): HttpProblem | undefined {
  const infinite = Object.entries(query).find(([, value]) => Math.abs(value as number) === Number.POSITIVE_INFINITY);
  return infinite && rejectedField(`/query/${infinite[0]}`, 'is too large a number');
}

function createValidator(document: object, { allErrors }: { allErrors: boolean }): RequestHandler {
  const steps = openApiValidator({
    apiSpec: document as never,
    // The contract itself is validated when it changes.
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
  });
  return express.Router().use(...steps);
}

function onFirstUse(create: () => RequestHandler): RequestHandler {
  let handle: RequestHandler | undefined;
  return (request, response, next) => {
    handle ??= create();
    return handle(request, response, next);
  };
}

/**
 * Triggers the warning of the deprecated `url.parse` once without showing it. The validator calls `url.parse` for each
 * request, and before the warning each call inspects the stack, which takes ten times as long as parsing.
 */
function makeUrlParseCheap(): void {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  parse('/');
  if (noDeprecation === undefined) delete process.noDeprecation;
  else process.noDeprecation = noDeprecation;
}

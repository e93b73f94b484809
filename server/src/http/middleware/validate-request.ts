import { parse } from 'node:url';
import express, { type RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import type { ContractDocument, Operation } from '../../api/contract.ts';
import { holdsMoreThan, maxDescribed } from '../../api/holds-more-than.ts';
import { rejectedField } from '../../api/parse-json.ts';
import type { HttpProblem } from '../../api/problem.ts';
import type { Middleware } from '../server/request-context.ts';
import { requestDocument } from './request-document.ts';

/**
 * Validates a request against its operation in the contract. The validator compiles the pattern of each path of its
 * document for each request, so each operation has a document of its own, and a validator from its first use on.
 * A request without anything that the contract constrains passes by: validating it would cost a third of a read.
 */
export function validateRequest(contract: ContractDocument, operation: Operation): Middleware {
  makeUrlParseCheap();
  const document = requestDocument(contract, operation);
  const validateToFirst = onFirstUse(() => createValidator(document, { allErrors: false }));
  const validateAll = onFirstUse(() => createValidator(document, { allErrors: true }));
  const hasJson = operation.takesBody && !operation.isMcp;
  return (request, response, next) => {
    const { headers, url, body } = request;
    if (!hasJson && !url.includes('?') && !operation.headers.some((name) => name in headers)) return next();
    // The type has been checked already; the validator would compile its schemas again for each way of writing it.
    if (hasJson) headers['content-type'] = 'application/json';
    else delete headers['content-type'];
    // The cost of finding all errors grows with the square of their number.
    const validate = hasJson && holdsMoreThan(body, maxDescribed) ? validateToFirst : validateAll;
    validate(request, response, (error?: unknown) => next(error ?? infiniteNumberError(request.query)));
  };
}

/** The validator compares only finite numbers with their limits, and reads `1e400` as an infinite one. */
function infiniteNumberError(query: Record<string, unknown>): HttpProblem | undefined {
  const infinite = Object.entries(query).find(([, value]) => Math.abs(value as number) === Number.POSITIVE_INFINITY);
  return infinite && rejectedField(`/query/${infinite[0]}`, 'is too great a number');
}

function createValidator(document: object, { allErrors }: { allErrors: boolean }): RequestHandler {
  const steps = openApiValidator({
    apiSpec: document as never,
    // The contract itself is checked when it changes.
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
 * The validator calls the deprecated `url.parse` for each request. Until Node has warned once, each call inspects the
 * stack to learn whether a package calls, which takes ten times as long as parsing. So Node warns here, and nobody sees it.
 */
function makeUrlParseCheap(): void {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  parse('/');
  if (noDeprecation === undefined) delete process.noDeprecation;
  else process.noDeprecation = noDeprecation;
}

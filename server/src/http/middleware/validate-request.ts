import { parse } from 'node:url';
import type { RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { type ContractDocument, itemsChecked, type Operation } from '../../api/contract.ts';
import { holdsMoreThan, isObject } from '../../api/parse-json.ts';
import { maxDescribed } from '../../api/schema-check.ts';
import { type Schema, withoutKeywords } from '../../api/schema-lookup.ts';
import { type DomainError, invalidRequest } from '../../ports/errors.ts';
import type { Middleware } from '../server/request-context.ts';

/** Each operation has a validator of its own, which would compile all paths of a larger document for each request. */
export function validateRequest(contract: ContractDocument, operation: Operation): Middleware {
  makeUrlParseCheap();
  const document = requestDocument(contract, operation);
  const validateToFirst = createValidator(document, false);
  const validateAll = createValidator(document, true);
  const hasJson = operation.takesBody && !operation.parsesBody;
  const isChecked = hasJson || operation.needsQuery;
  const dropNulls = hasJson ? createNullDrop(operation.bodySchema ?? {}) : undefined;
  return (request, response, next) => {
    const { headers, url, body } = request;
    if (dropNulls) {
      const nullNames: string[] = [];
      dropNulls(body, nullNames);
      response.locals.context.nullNames = nullNames;
    }
    if (!isChecked && !url.includes('?') && !operation.headers.some((name) => name in headers)) return next();
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    // The type has been checked already. The validator would compile its schemas again for each spelling.
    if (hasJson) headers['content-type'] = 'application/json';
    else if (type && operation.bodyTypes.length > 1) headers['content-type'] = type;
    else delete headers['content-type'];
    // The cost of finding all errors grows with the square of their number.
    const validate = hasJson && holdsMoreThan(body, maxDescribed) ? validateToFirst : validateAll;
    validate(request, response, (error?: unknown) => next(error ?? infiniteNumberError(request.query)));
  };
}

/** Rejects numbers such as `1e400`. The validator reads them as infinite, and compares only finite ones with limits. */
function infiniteNumberError(query: Record<string, unknown>): DomainError | undefined {
  const infinite = Object.entries(query).find(([, value]) => Math.abs(value as number) === Number.POSITIVE_INFINITY);
  return infinite && invalidRequest({ path: `/${infinite[0]}`, message: 'is too large a number' });
}

function createValidator(document: object, allErrors: boolean): RequestHandler {
  let steps: readonly RequestHandler[] | undefined;
  return (request, response, next) => {
    steps ??= openApiValidator({
      apiSpec: document as never,
      validateApiSpec: false,
      validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
      validateSecurity: false,
      fileUploader: false,
    }).filter(({ name }) => !idleSteps.includes(name));
    // A router of its own would cost more than the validation.
    const remaining = steps.values();
    const run = (error?: unknown): void => {
      const step = error === undefined ? remaining.next().value : undefined;
      if (step) step(request, response, run);
      else next(error);
    };
    run();
  };
}

/** Parts of the validator that do nothing here. The first one would make Express call a function for each parameter. */
const idleSteps = ['pathParamsMiddleware', 'securityMiddleware'];

/** Triggers the warning of `url.parse` unseen. Until then, each call of the validator would inspect the stack. */
function makeUrlParseCheap(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('/');
  process.noDeprecation = noDeprecation;
}

/** Describes the request of one operation, without a body and items that the handler checks itself. */
function requestDocument(contract: ContractDocument, { path, method, parameters, requestBody, parsesBody }: Operation) {
  const request = {
    // RFC 3986 allows `(`, `'`, `@` and the like in a query, and few clients escape them all.
    parameters: parameters.map((one) => (one.in === 'query' ? { ...one, allowReserved: true } : one)),
    ...(requestBody && !parsesBody ? { requestBody } : {}),
    responses: {},
  };
  const { openapi, info } = contract;
  const document = { openapi, info, paths: { [path]: { [method.toLowerCase()]: request } } };
  // The validator would write defaults into the body, which identifies a repeated write. The handlers apply them.
  return JSON.parse(JSON.stringify(withoutKeywords(document, ['default'])), (_name, value) => {
    const { items: _items, [itemsChecked]: checksItems, ...list } = value ?? {};
    return checksItems ? list : value;
  });
}

/** Removes fields from a value. @param warned receives the names of those whose removal the response states */
type DropNulls = (value: unknown, warned: string[]) => void;

/** Creates the removal of the fields that are null where the contract takes null as absent. */
function createNullDrop({ properties = {}, items }: Schema): DropNulls | undefined {
  const fields = Object.entries(properties);
  const nullable = fields.filter(([, { 'x-null': rule = 'rejected' }]) => rule !== 'rejected');
  const within = fields.flatMap(([name, schema]) => {
    const drop = createNullDrop(schema);
    return drop ? [[name, drop] as const] : [];
  });
  const dropInItem = items && createNullDrop(items);
  if (nullable.length + within.length === 0 && !dropInItem) return undefined;
  return (value, warned) => {
    if (Array.isArray(value)) for (const item of value) dropInItem?.(item, warned);
    if (!isObject(value)) return;
    for (const [name, schema] of nullable) {
      if (value[name] !== null) continue;
      delete value[name];
      if (schema['x-null'] === 'warned') warned.push(name);
    }
    for (const [name, drop] of within) drop(value[name], warned);
  };
}

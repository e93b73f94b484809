import express, { type Request, type RequestHandler, type Response } from 'express';
import { middleware as contractMiddleware } from 'express-openapi-validator';
import { readContract, withoutDefaults, withoutMcpBodies, withReservedCharacters } from '../../api/contract.ts';
import { describedMost, holdsMoreThan } from '../../api/holds-more-than.ts';
import { refused } from '../../api/parse-json.ts';
import type { Match } from '../server/match-operation.ts';
import { spareUrlParse } from './spare-url-parse.ts';

/** Holds a request against the contract. @throws what the validator says is wrong with it */
export type RequestCheck = (request: Request, response: Response, match: Match) => Promise<void>;

/** The validator is asked only when the request holds something that the contract constrains: it costs more than a read. */
export function createRequestCheck(): RequestCheck {
  spareUrlParse();
  const findFirst = createValidator({ allErrors: false });
  const findAll = createValidator({ allErrors: true });
  return async (request, response, match) => {
    const { operation } = match;
    const constrained =
      (operation.takesBody && !operation.isMcp) ||
      request.url.includes('?') ||
      operation.headers.some((name) => name in request.headers);
    if (!constrained) return;
    // The type has been checked; the validator would compile its schemas anew for each way of writing it.
    if (operation.takesBody) request.headers['content-type'] = 'application/json';
    else delete request.headers['content-type'];
    try {
      await findFirst(request, response, match);
    } catch (error) {
      // The cost of finding all mistakes grows with the square of their number.
      if (!holdsMoreThan(request.body, describedMost)) await findAll(request, response, match);
      throw error;
    }
    checkNumbers(request.query);
  };
}

/** The validator compares only finite numbers with their limits, and reads `1e400` as an infinite one. */
function checkNumbers(query: Record<string, unknown>): void {
  const infinite = Object.entries(query).find(([, value]) => Math.abs(value as number) === Number.POSITIVE_INFINITY);
  if (infinite) throw refused(`/query/${infinite[0]}`, 'is too great a number');
}

function createValidator({ allErrors }: { allErrors: boolean }): RequestCheck {
  const steps = contractMiddleware({
    apiSpec: withReservedCharacters(withoutMcpBodies(withoutDefaults(readContract()))) as never,
    // That is done when it changes; here it would be a tenth of the start.
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
  }) as unknown as RequestHandler[];
  const all = express.Router().use(...steps);
  const check = steps.find(({ name }) => name === 'requestMiddleware');
  if (!check) throw new Error('express-openapi-validator has no step of the name requestMiddleware any more');
  // The validator compiles the pattern of every path of the contract for every request to find the operation, which
  // costs more than the check itself. So it looks once for each operation, and we tell it from then on.
  const found = new Map<string, object>();
  return async (request: Request & { openapi?: object }, response, { operation, path }) => {
    const known = found.get(operation.id);
    if (known) {
      request.openapi = { ...known, pathParams: path };
      request.params = path;
      return run(check, request, response);
    }
    try {
      await run(all, request, response);
    } finally {
      if (request.openapi) found.set(operation.id, request.openapi);
    }
  };
}

function run(step: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    step(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

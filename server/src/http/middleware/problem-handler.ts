import type { NextFunction, Request } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import type { Logger } from 'pino';
import type { Operation } from '../../api/contract.ts';
import { HttpProblem, problems, toDomainProblem, toProblemBody, toRpcError } from '../../api/problem.ts';
import { describeValidationErrors, type ValidationError } from '../../api/schema-check.ts';
import { requestSchemas } from '../../api/schema-lookup.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { send } from '../server/reply.ts';
import type { ContextResponse, RequestContext } from '../server/request-context.ts';
import { ClientGone } from './read-body.ts';

/** The only error middleware. It converts any error of a step into a problem document, or into an error of JSON-RPC. */
export function problemHandler(log: Logger) {
  // Express recognises an error middleware by its four parameters.
  return (error: unknown, _request: Request, response: ContextResponse, _next: NextFunction): void => {
    const { context } = response.locals;
    try {
      respond(error, response);
    } catch (failure) {
      endSimply(response, context);
      try {
        log.error({ request_id: context.requestId, err: failure }, 'a rejection failed');
      } catch {
        // The log itself failed, and the process must not end because of that.
      }
    } finally {
      context.served();
    }
  };
}

function respond(error: unknown, response: ContextResponse): void {
  const { context } = response.locals;
  if (error instanceof ClientGone || response.headersSent) return void response.destroy();
  const foreseen = toProblem(error, context.operation);
  const problem = foreseen ?? internal(context);
  context.rejection = problem.code;
  context.rejected(problem.code, !foreseen || error instanceof StoreUnavailableError ? error : undefined);
  const isRpc = problem.code === 'unauthenticated' && context.operation?.isMcp === true;
  const type = isRpc ? 'application/json' : 'application/problem+json';
  const content = JSON.stringify((isRpc ? toRpcError : toProblemBody)(problem, context.requestId));
  const { headers = {} } = problem.parts;
  send(response, { status: problems[problem.code].status, headers, text: { type, content } });
}

function toProblem(error: unknown, operation: Operation | undefined): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) return toDomainProblem(error, operation?.takesBody ? '/body' : '/query');
  if (error instanceof StoreUnavailableError) {
    const detail = `The store is unavailable: ${error.message}. Try again later. With an Idempotency-Key, a retried write is stored only once.`;
    return new HttpProblem('unavailable', detail, { headers: { 'Retry-After': '5' } });
  }
  // The router throws this error for a path with a broken percent-encoding.
  if (!operation) return error instanceof URIError ? unknownPath() : undefined;
  if (!(error instanceof validatorErrors.BadRequest)) return undefined;
  const errors = describeValidationErrors(error.errors as ValidationError[], requestSchemas(operation));
  return toDomainProblem(invalidRequest(...errors), '');
}

export function unknownPath(): HttpProblem {
  return new HttpProblem('not_found', 'Unknown path. See /docs for the endpoints.');
}

function internal({ requestId }: RequestContext): HttpProblem {
  return new HttpProblem('internal', `An internal error occurred. Give the operator the request id ${requestId}.`);
}

/** Sends a 500 without the contract and the log, because either may have caused the failure. */
function endSimply(response: ContextResponse, context: RequestContext): void {
  if (response.writableEnded) return;
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(toProblemBody(internal(context), context.requestId)));
}

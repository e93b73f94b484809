import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import type { ContractDocument } from '../../api/contract.ts';
import { HttpProblem, problems, toProblemBody, toRpcError } from '../../api/problem.ts';
import { toProblem } from '../../api/to-problem.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { drainBody } from '../server/drain-body.ts';
import type { ContextResponse, RequestContext } from '../server/request-context.ts';
import { nothingHere } from './no-operation.ts';
import { ClientGone } from './receive-body.ts';

/** The only error middleware. It converts any error of a step into a problem document, or into an error of JSON-RPC. */
export function problemHandler(contract: ContractDocument, log: Logger) {
  // Express recognises an error middleware by its four parameters.
  return (error: unknown, request: Request, response: ContextResponse, _next: NextFunction): void => {
    const { context } = response.locals;
    try {
      respond(error, request, response, contract);
    } catch (failure) {
      endSimply(response, context);
      logFailure(failure, context, log);
    } finally {
      context.served();
    }
  };
}

function respond(error: unknown, request: Request, response: ContextResponse, contract: ContractDocument): void {
  const { context } = response.locals;
  if (error instanceof ClientGone || response.headersSent) {
    response.destroy();
    return;
  }
  const foreseen = foreseenProblem(error, context, contract);
  const problem = foreseen ?? internal(context);
  context.rejection = problem.code;
  context.rejected(problem.code, !foreseen || error instanceof StoreUnavailableError ? error : undefined);
  const isRpc = problem.code === 'unauthenticated' && context.operation?.isMcp === true;
  const content = JSON.stringify((isRpc ? toRpcError : toProblemBody)(problem, context.requestId));
  response.writeHead(problems[problem.code].status, {
    ...problem.parts.headers,
    'Content-Type': isRpc ? 'application/json' : 'application/problem+json',
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(content);
  drainBody(request);
}

function foreseenProblem(error: unknown, { operation }: RequestContext, contract: ContractDocument) {
  // The router throws this error for a path with a broken percent-encoding.
  if (error instanceof URIError && !operation) return nothingHere();
  return toProblem(error, contract, operation);
}

function internal({ requestId }: RequestContext): HttpProblem {
  return new HttpProblem('internal', `An internal error occurred. Give the operator the request id ${requestId}.`);
}

/** Sends a 500 without the contract and the log, because either may have caused the failure. */
function endSimply(response: ContextResponse, context: RequestContext): void {
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.writeHead(500, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify(toProblemBody(internal(context), context.requestId)));
}

function logFailure(failure: unknown, { requestId }: RequestContext, log: Logger): void {
  try {
    log.error({ request_id: requestId, err: failure }, 'a rejection failed');
  } catch {
    // The log itself failed, and the process must not end because of that.
  }
}

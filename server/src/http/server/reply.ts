import type { Request } from 'express';
import type { Handler, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { clientAddress } from './client-address.ts';
import type { ContextResponse, Middleware, RequestContext } from './request-context.ts';

/** Runs the handler of an operation and sends its reply. */
export function reply(handle: Handler<OperationId>): Middleware {
  return async (request, response) => {
    const { context } = response.locals;
    // Public operations ignore the principal; the contract marks them.
    const result = await handle(toOperationRequest(request, context), context.principal as Principal);
    context.succeeded();
    send(response, result);
    context.served();
  };
}

function toOperationRequest(request: Request, context: RequestContext): OperationRequest<OperationId> {
  return {
    body: request.body as never,
    query: (request.url.includes('?') ? request.query : {}) as never,
    path: request.params as never,
    header: (name) => request.get(name),
    method: request.method,
    url: request.path,
    logAs(operation) {
      context.loggedAs = operation;
    },
    rejected: context.rejected,
    requestId: context.requestId,
    concerns(subject) {
      context.subject = subject;
    },
    counted(as) {
      context.metered = as;
    },
    // A getter of a literal, and all it refers to, would stay in memory until V8's next full collection.
    address: () => clientAddress(request.ip),
  };
}

function send(response: ContextResponse, { status, headers, body, json, text }: Reply): void {
  const content = text?.content ?? json ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content === undefined) {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  const bytes = Buffer.byteLength(content);
  response.writeHead(status, {
    ...headers,
    'Content-Type': text?.type ?? 'application/json; charset=utf-8',
    'Content-Length': bytes,
  });
  // ASCII is the same in both encodings, and Node writes Latin-1 considerably faster.
  response.end(content, bytes === content.length ? 'latin1' : 'utf8');
}

import type { Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import type { Handler, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { DomainError } from '../../ports/errors.ts';
import { findPrincipal } from '../middleware/authenticate.ts';
import { clientAddress } from './client-address.ts';
import { drainBody } from './drain-body.ts';
import type { ContextResponse, Middleware, RequestContext } from './request-context.ts';
import { sendStream } from './send-stream.ts';
import { isSecureRequest } from './session-cookie.ts';

/**
 * Responses of this size are always sent. Those of writes are such responses, and their work is done. If the account's
 * unread responses leave no capacity for one of them, its request is rejected before the handler runs.
 */
const smallBytes = 16 * 1024;

/** Runs the handler of an operation and sends its reply, unless the account has too many unread bytes. */
export function reply(
  handle: Handler<OperationId>,
  services: Pick<HttpServices, 'accounts' | 'openRequests' | 'publicUrl'>,
): Middleware {
  const { unsent } = services.openRequests;
  return async (request, response) => {
    const { context } = response.locals;
    // Public operations ignore the principal; the contract marks them.
    const principal = context.principal as Principal;
    const account = context.principal?.account.id;
    if (account !== undefined && unsent.held(account) > 0 && !unsent.admits(account, smallBytes)) throw tooMuchUnsent();
    const result = await handle(toOperationRequest(request, context, services), principal);
    // A replayed response did nothing.
    const reported = result.headers?.['Idempotency-Replayed'] ? undefined : context.succeeded();
    if (reported) await reported;
    if (result.stream) {
      await sendStream(request, response, result, result.stream);
      return context.served();
    }
    const content = encodeIfLong(contentOf(result));
    const bytes = content === undefined ? 0 : Buffer.byteLength(content);
    if (account !== undefined && bytes > smallBytes && !unsent.admits(account, bytes)) throw tooMuchUnsent();
    send(response, result, content, bytes);
    // Most responses fit into the buffer of the socket, and are sent at once.
    if (account !== undefined && !response.writableFinished) {
      unsent.hold(account, bytes);
      context.atEnd(() => unsent.release(account, bytes));
    }
    context.served();
  };
}

function tooMuchUnsent(): DomainError {
  return new DomainError('unavailable', 'Too many responses are waiting to be read. Read them, then try again.', {
    retryAfterSeconds: 1,
  });
}

function toOperationRequest(
  request: Request,
  context: RequestContext,
  services: Pick<HttpServices, 'accounts' | 'publicUrl'>,
): OperationRequest<OperationId> {
  return {
    body: request.body as never,
    query: queryOf(request, context) as never,
    path: request.params as never,
    header: (name) => request.get(name),
    method: request.method,
    url: request.path,
    logAs(operation) {
      context.loggedAs = operation;
      context.watch?.(operation);
    },
    unlogged() {
      context.isUnlogged = true;
    },
    left: () => new Promise<void>((resolve) => context.atEnd(resolve)),
    checkCredential: async () => void (await findPrincipal(services, context.operation as Operation, request)),
    rejected: context.rejected,
    requestId: context.requestId,
    concerns(subject) {
      context.subject = subject;
    },
    counted(as, times = 1) {
      context.metered = as;
      context.meteredTimes = times;
    },
    // A getter of a literal, and everything it refers to, would stay in memory until V8's next full collection.
    address: () => clientAddress(request.ip),
    isSecure: () => isSecureRequest(request, services.publicUrl),
  };
}

function queryOf(request: Request, { restrictedQuery }: RequestContext): object {
  const query = request.url.includes('?') ? request.query : {};
  return restrictedQuery ? { ...query, ...restrictedQuery } : query;
}

function contentOf({ body, json, text }: Reply): string | Buffer | undefined {
  return text?.content ?? json ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** Encodes a long text once. Otherwise it would be read for its length, copied after the headers and then encoded. */
function encodeIfLong(content: string | Buffer | undefined): string | Buffer | undefined {
  return typeof content === 'string' && content.length > smallBytes ? Buffer.from(content) : content;
}

/** @param content the body in the form in which it is sent */
export function send(
  response: ContextResponse,
  { status, headers, text }: Reply,
  content: string | Buffer | undefined,
  bytes: number,
): void {
  drainBody(response.req);
  if (content === undefined) {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  response.writeHead(status, {
    ...headers,
    'Content-Type': text?.type ?? 'application/json; charset=utf-8',
    'Content-Length': bytes,
  });
  // ASCII is the same in both encodings, and Node writes Latin-1 considerably faster.
  response.end(content, bytes === content.length ? 'latin1' : 'utf8');
}

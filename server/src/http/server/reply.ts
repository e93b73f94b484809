import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type { Operation } from '../../api/contract.ts';
import type { Handler, OperationId, OperationRequest, Reply } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import { DomainError, unavailable } from '../../ports/errors.ts';
import { findPrincipal } from '../middleware/authenticate.ts';
import { drainBody } from '../middleware/read-body.ts';
import { clientAddress } from './client-address.ts';
import type { ContextResponse, Middleware, RequestContext } from './request-context.ts';
import { isSecureRequest } from './session-cookie.ts';

/**
 * Responses of this size are always sent. Those of writes are such responses, and their work is done. If the account's
 * unread responses leave no capacity for one of them, its request is rejected before the handler runs.
 */
const smallBytes = 16 * 1024;

/** The maximum time of a stream, which has a snapshot of the store. */
const maxStreamMs = 10 * 60 * 1_000;

export function reply(handle: Handler<OperationId>, services: HttpServices): Middleware {
  const { unsent } = services.openRequests;
  return async (request, response) => {
    const { context } = response.locals;
    // Public operations ignore the principal; the contract marks them.
    const principal = context.principal as Principal;
    const account = context.principal?.account.id;
    if (account !== undefined && unsent.held(account) > 0 && !unsent.admits(account, smallBytes)) throw tooMuchUnsent();
    const result = await handle(toOperationRequest(request, context, services), principal);
    // Until the first part is there, a failure is still a problem document.
    const first = await result.stream?.parts.next();
    // A replayed response did nothing.
    if (!result.headers?.['Idempotency-Replayed']) await context.succeeded();
    if (result.stream) {
      await sendStream(response, result, result.stream, first?.value ?? '');
      return context.served();
    }
    const text = result.text?.content ?? (result.body === undefined ? undefined : JSON.stringify(result.body));
    // A long text is encoded once. Otherwise it would be read for its length, copied after the headers and then encoded.
    const content = typeof text === 'string' && text.length > smallBytes ? Buffer.from(text) : text;
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
  return unavailable('Too many responses are waiting to be read. Read them, then try again.');
}

function toOperationRequest(
  request: Request,
  context: RequestContext,
  services: HttpServices,
): OperationRequest<OperationId> {
  return {
    body: request.body as never,
    query: { ...(request.url.includes('?') ? request.query : {}), ...context.restrictedQuery } as never,
    path: request.params as never,
    nullNames: context.nullNames ?? [],
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
      const detail = { ...context.subject?.detail, ...subject.detail };
      context.subject = { ...context.subject, ...subject, detail };
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

/** @param content the body in the form in which it is sent */
export function send(
  response: ContextResponse,
  { status, headers, text }: Reply,
  content: string | Buffer | undefined = text?.content,
  bytes = content === undefined ? 0 : Buffer.byteLength(content),
): void {
  drainBody(response.req);
  if (content === undefined) return void response.writeHead(status, headers).end();
  response.writeHead(status, {
    ...headers,
    'Content-Type': text?.type ?? 'application/json; charset=utf-8',
    'Content-Length': bytes,
  });
  // ASCII is the same in both encodings, and Node writes Latin-1 considerably faster.
  response.end(content, bytes === content.length ? 'latin1' : 'utf8');
}

/** Sends parts at the speed of the client, without a slot. If one fails, the connection ends before the body does. */
export async function sendStream(
  response: ContextResponse,
  { status, headers }: Reply,
  { type, parts, signal }: NonNullable<Reply['stream']>,
  first: string,
): Promise<void> {
  const { context } = response.locals;
  drainBody(response.req);
  context.slot?.free();
  response.writeHead(status, { ...headers, 'Content-Type': type });
  try {
    if (context.sendsBody === false) return void response.end();
    response.write(first);
    await pipeline(parts, response, { signal: AbortSignal.any([signal, AbortSignal.timeout(maxStreamMs)]) });
  } catch (error) {
    response.destroy();
    // A client that disconnected, or that was too slow, is not a failure.
    if (clientErrors.has((error as NodeJS.ErrnoException).code)) return;
    if (error instanceof DomainError) context.rejected(error.code);
    else context.rejected('internal', error);
  } finally {
    await parts.return();
  }
}

const clientErrors = new Set<unknown>(['ABORT_ERR', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

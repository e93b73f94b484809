import type { NextFunction, Request, Response } from 'express';
import type { Operation } from '../../api/contract.ts';
import type { Slot } from '../../api/open-requests.ts';
import type { ProblemCode } from '../../api/problem.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import type { Metered } from '../../domain/usage/kinds.ts';
import type { SecuritySubject } from '../../ports/security-events.ts';
import type { Span } from '../../ports/tracer.ts';

export interface RequestContext {
  requestId: string;
  operation?: Operation;
  /** Whether the response has a body. A response to a HEAD request has none. */
  sendsBody?: boolean;
  principal?: Principal;
  restrictedQuery?: Readonly<Record<string, string>>;
  /** The fields of the body that were null, and whose absence the response states. */
  nullNames?: string[];
  metered?: Metered;
  meteredTimes?: number;
  slot?: Slot;
  loggedAs?: string;
  /** Records for the watchdog, while it is on, that an operation is in progress until the end of the response. */
  watch?(operation: string): void;
  isUnlogged?: boolean;
  rejection?: ProblemCode;
  path?: string;
  bodyMs?: number;
  subject?: SecuritySubject;
  span: Span;
  /** Registers a task for the end of the response, or for the disconnection of the client. */
  atEnd(task: () => void): void;
  /** Registers a task for the end of all work on the request, even if the client disconnected before. */
  afterWork(task: () => void): void;
  /** Marks the end of all work on the request. Safe to call twice. */
  served(): void;
  /** Reports that the operation has succeeded, even if the client disconnected. @returns what the response waits for */
  succeeded(): Promise<void> | undefined;
  rejected(code: ProblemCode, error?: unknown): void;
}

export type ContextResponse = Response<unknown, { context: RequestContext }>;

/** A step of a request. The first one puts the context into `response.locals`. */
export type Middleware = (request: Request, response: ContextResponse, next: NextFunction) => void | Promise<void>;

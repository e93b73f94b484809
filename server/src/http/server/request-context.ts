import type { NextFunction, Request, Response } from 'express';
import type { Operation } from '../../api/contract.ts';
import type { ProblemCode } from '../../api/problem.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import type { Metered } from '../../ports/request-log.ts';
import type { Span } from '../../ports/tracer.ts';

/** What the server knows of a request, also of one that it rejects. */
export interface RequestContext {
  requestId: string;
  operation?: Operation;
  principal?: Principal;
  metered?: Metered;
  /** The operation as it is logged, when its own name is too general. */
  loggedAs?: string;
  /** The path as it is logged. */
  path?: string;
  /** How long the body took to arrive. */
  bodyMs?: number;
  /** The parent of all spans of the request. */
  span: Span;
  /** Registers a task for the end of the response, or for the moment at which the client leaves. */
  atEnd(task: () => void): void;
  /** Marks that no work on the request is left. Safe to call twice. */
  served(): void;
  /** Counts a rejection, and logs the error behind it if nobody foresaw it. */
  rejected(code: ProblemCode, error?: unknown): void;
}

export type ContextResponse = Response<unknown, { context: RequestContext }>;

/** A step of a request, as Express runs it. The first one puts the context into `response.locals`. */
export type Middleware = (request: Request, response: ContextResponse, next: NextFunction) => void | Promise<void>;

import type { Principal } from '../domain/accounts/authenticate.ts';
import type { operations } from '../generated/contract.d.ts';
import type { Metered } from '../ports/request-log.ts';
import type { SecuritySubject } from '../ports/security-events.ts';
import type { ProblemCode } from './problem.ts';

export type OperationId = keyof operations;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
/** The body of an operation. The handler of the MCP endpoint gets the bytes and parses them itself. */
type RequestBody<Id extends OperationId> = Id extends 'callMcp'
  ? Buffer
  : operations[Id] extends { requestBody: infer Body }
    ? Json<Body>
    : undefined;
type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Parameters } }
  ? NonNullable<Parameters>
  : Record<string, never>;
type Path<Id extends OperationId> = operations[Id] extends { parameters: { path: infer Parameters } }
  ? Parameters
  : Record<string, never>;

/** A request that has passed authentication and the contract. */
export interface OperationRequest<Id extends OperationId> {
  body: RequestBody<Id>;
  query: Query<Id>;
  path: Path<Id>;
  header(name: string): string | undefined;
  /** The original method and path, which identify a repeated write. */
  method: string;
  url: string;
  /** Names the request in the log, when its path is too general. */
  logAs(operation: string): void;
  /** Counts a rejection that the status does not show, and logs its error if that was unexpected. */
  rejected(code: ProblemCode, error?: unknown): void;
  /** The `X-Request-Id` of the response. */
  requestId: string;
  /** Names the account or key that the request turned out to concern, for the log of security events. */
  concerns(subject: SecuritySubject): void;
  /** Notes that the request has been counted against the quota. */
  counted(as: Metered): void;
  /** Returns the address of the client under which attempts are counted. */
  address(): string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** The body, which is sent as JSON. A response has one of `body`, `json` and `text`, or no body at all. */
  body?: unknown;
  /** The body as JSON text. */
  json?: string;
  /** The body with its type. Bytes are those of a document that all responses share. */
  text?: { type: string; content: string | Buffer };
}

/** Handles an operation. The principal is undefined unless the contract requires a credential. */
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>, principal: Principal) => Promise<Reply>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

/** The operations that the MCP endpoint implements; the contract marks them with `x-protocol: mcp`. */
export type McpOperationId = 'callMcp' | 'describeMcp' | 'getAiCatalog' | 'getMcpServerCard' | 'preflightMcp';

import type { Principal } from '../domain/accounts/authenticate.ts';
import type { Metered } from '../domain/usage/kinds.ts';
import type { components, operations } from '../generated/contract.d.ts';
import type { SecuritySubject } from '../ports/security-events.ts';
import type { ProblemCode } from './problem.ts';

export type Schemas = components['schemas'];
export type OperationId = Exclude<keyof operations, 'receiveWebhookEvent'>;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
/** The handlers of the MCP endpoint and of imports get the bytes and parse them themselves. */
type RequestBody<Id extends OperationId> = Id extends 'callMcp' | 'importMemories'
  ? Buffer
  : operations[Id] extends { requestBody?: never }
    ? undefined
    : operations[Id] extends { requestBody?: infer Body }
      ? Json<Body>
      : never;
type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Parameters } }
  ? NonNullable<Parameters>
  : Record<string, never>;
type Path<Id extends OperationId> = operations[Id] extends { parameters: { path: infer Parameters } }
  ? Parameters
  : Record<string, never>;

export interface OperationRequest<Id extends OperationId> {
  body: RequestBody<Id>;
  query: Query<Id>;
  path: Path<Id>;
  /** The fields of a scope that were null, and are absent from the body. */
  nullNames: readonly string[];
  header(name: string): string | undefined;
  /** The original method and path, which identify a repeated write. */
  method: string;
  url: string;
  /** Sets the name of the request in the log, if its path is too general. */
  logAs(operation: string): void;
  /** Omits the request from the log unless it fails. */
  unlogged(): void;
  /** Resolves when the client has disconnected, or the response has ended. */
  left(): Promise<void>;
  /** Checks again whether the credential is valid, after the request has waited. @throws {DomainError} */
  checkCredential(): Promise<void>;
  /** Counts a rejection that the status does not show, and logs its error if it was unexpected. */
  rejected(code: ProblemCode, error?: unknown): void;
  requestId: string;
  /** Adds to what the request concerned, such as an account or key, for the log of security events. */
  concerns(subject: SecuritySubject): void;
  /** Reports how often the request was counted against the quota. @param times default 1 */
  counted(as: Metered, times?: number): void;
  isSecure(): boolean;
  /** The address under which attempts of the client are counted. */
  address(): string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** The body, which is sent as JSON. A response has at most one of `body`, `text` and `stream`. */
  body?: unknown;
  /** The body with its type. Bytes belong to a document that all responses share. */
  text?: { type: string; content: string | Buffer };
  /** The body as parts that are rendered while it is sent. It is cut off if one of them fails, and by the signal. */
  stream?: { type: string; parts: AsyncGenerator<string, void>; signal: AbortSignal };
}

/** Handles an operation. The principal is undefined unless the contract requires a credential. */
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>, principal: Principal) => Promise<Reply>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

/** The operations that the MCP endpoint implements; the contract marks them with `x-protocol: mcp`. */
export type McpOperationId = 'callMcp' | 'describeMcp' | 'getAiCatalog' | 'getMcpServerCard' | 'preflightMcp';

import type { Schema } from '../api/schema-lookup.ts';
import type { Principal } from '../domain/accounts/authenticate.ts';
import type { Metered } from '../ports/request-log.ts';

export const toolKinds = ['add', 'search', 'profile', 'list', 'update', 'delete'] as const;
export type ToolKind = (typeof toolKinds)[number];

/** The name of a tool as clients see it. */
export type ToolNames = (kind: ToolKind) => string;

/** Who calls a tool, and what the request around the call knows. */
export interface ToolCaller extends Pick<Principal, 'account' | 'scopes'> {
  /** Value of `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** To be called when the call has been counted against the quota. */
  counted(as: Metered): void;
}

/** What a tool answers, as programs read it; {@link Tool.toText} says the same to a model. */
export type Structured = Record<string, unknown>;

/** A JSON Schema with `type: object`: many clients drop every tool of a server that has another one. */
export type ObjectSchema = Schema & { type: 'object'; properties: Record<string, Schema> };

export interface Tool<Arguments = never, Result extends Structured = Structured> {
  kind: ToolKind;
  title: string;
  /** Teaches a model what it does, when to use it and how. */
  description: string;
  scope: 'read' | 'write';
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** Arguments of a good call, shown with every error. */
  example: Structured;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** The arguments fit the input schema. @throws {DomainError} */
  run(args: Arguments, caller: ToolCaller): Promise<Result>;
  toText(result: Result): string;
}

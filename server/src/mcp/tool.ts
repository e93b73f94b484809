import type { Schema } from '../api/schema-lookup.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import type { Restriction } from '../domain/memories/scope.ts';
import type { Idempotency } from '../domain/usage/idempotency.ts';
import type { Metered } from '../domain/usage/kinds.ts';
import type { Actor } from '../ports/memory.ts';
import type { SecuritySubject } from '../ports/security-events.ts';
import { type ArgumentsOf, inputOf, type ObjectSchema } from './schemas.ts';

export const toolKinds = ['add', 'search', 'profile', 'list', 'update', 'delete'] as const;
export type ToolKind = (typeof toolKinds)[number];

/** Returns the name of a tool for clients. */
export type ToolNames = (kind: ToolKind) => string;

/** Names the tools of a server. Their names begin with the configured prefix. */
export function toolNames({ mcpToolPrefix }: { mcpToolPrefix: string }): ToolNames {
  return (kind) => `${mcpToolPrefix}_${kind}`;
}

/** The caller of a tool, with properties of the request around the call. */
export interface ToolCaller {
  account: Account;
  /** The caller as the author of a change of a memory. */
  actor: Actor;
  restriction: Restriction;
  mayRead: boolean;
  /** The identity of the call if it writes and the request has an `Idempotency-Key`. */
  idempotency: Idempotency | undefined;
  named: ToolNames;
  counted(as: Metered): void;
  /** Records what the call did, for the audit log. */
  concerns(subject: SecuritySubject): void;
  /** Records that the result is the stored one of an earlier call. */
  replayed(): void;
}

export interface Tool {
  kind: ToolKind;
  title: string;
  /** Explains to a model what the tool does, when to use it and how. */
  description: string;
  scope: 'read' | 'write';
  /** The values that a restricted key fills in: the fields of a new memory, or the scope arguments. */
  restricts: 'content' | 'scope';
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** The arguments of a valid call, which every error shows. */
  example: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /**
   * Runs the tool with arguments that match the input schema.
   * @returns the structured result for programs
   * @throws {DomainError}
   */
  run(args: object, caller: ToolCaller): Promise<object>;
  toText(result: object): string;
}

interface ToolDefinition<Services, Input, Result, Required extends keyof Input>
  extends Omit<Tool, 'description' | 'inputSchema' | 'run' | 'toText'> {
  describe(named: ToolNames): string;
  input: Input;
  required?: readonly Required[];
  run(services: Services, args: ArgumentsOf<Input, Required>, caller: ToolCaller): Promise<Result>;
  /** Renders a result for a model. */
  toText(result: Result, named: ToolNames): string;
}

/** Defines a tool, whose arguments have the types of its schemas. */
export function defineTool<
  Services,
  const Input extends Record<string, Schema>,
  Result extends object,
  Required extends keyof Input & string = never,
>({ describe, input, required, run, toText, ...properties }: ToolDefinition<Services, Input, Result, Required>) {
  return (services: Services, named: ToolNames): Tool => ({
    ...properties,
    description: describe(named),
    inputSchema: inputOf(input, required),
    run: (args, caller) => run(services, args as ArgumentsOf<Input, Required>, caller),
    toText: (result) => toText(result as Result, named),
  });
}

/** The scope and the annotations of a tool that only reads. */
export const reads = {
  scope: 'read',
  restricts: 'scope',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/** The scope and the annotations of a tool that changes stored data. */
export const changes = {
  scope: 'write',
  restricts: 'scope',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

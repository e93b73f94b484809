import type { Schema } from '../api/schema-lookup.ts';
import type { Principal } from '../domain/accounts/authenticate.ts';
import type { Idempotency } from '../domain/usage/idempotency.ts';
import type { Metered } from '../domain/usage/kinds.ts';
import type { Actor, Metadata } from '../ports/memory.ts';
import type { SecuritySubject } from '../ports/security-events.ts';
import type { ObjectSchema } from './tool-schemas.ts';

export const toolKinds = ['add', 'search', 'profile', 'list', 'update', 'delete'] as const;
export type ToolKind = (typeof toolKinds)[number];

export type ToolNames = (kind: ToolKind) => string;

/** Names the tools of a server. Their names begin with the configured prefix. */
export function toolNames({ mcpToolPrefix }: { mcpToolPrefix: string }): ToolNames {
  return (kind) => `${mcpToolPrefix}_${kind}`;
}

/** The caller of a tool, with properties of the request around the call. */
export interface ToolCaller extends Principal {
  /** The caller as the author of a change of a memory. */
  actor: Actor;
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
  name: string;
  title: string;
  /** Explains to a model what the tool does, when to use it and how. */
  description: string;
  scope: 'read' | 'write';
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** The arguments of a valid call, which every error shows. */
  example: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** Runs the tool with arguments that match the input schema. @throws {DomainError} */
  run(args: object, caller: ToolCaller): Promise<object>;
  toText(result: object): string;
}

interface ToolDefinition<Services, Input, Result, Required extends keyof Input>
  extends Omit<Tool, 'name' | 'description' | 'inputSchema' | 'run' | 'toText'> {
  describe(named: ToolNames): string;
  input: Input;
  required?: readonly Required[];
  run(services: Services, args: ArgumentsOf<Input, Required>, caller: ToolCaller): Promise<Result>;
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
    name: named(properties.kind),
    description: describe(named),
    inputSchema: {
      ...{ type: 'object', properties: input },
      ...(required ? { required: [...required] } : {}),
      additionalProperties: false,
    },
    run: (args, caller) => run(services, args as ArgumentsOf<Input, Required>, caller),
    toText: (result) => toText(result as Result, named),
  });
}

/** The scope and the annotations of a tool that only reads. */
export const reads = {
  scope: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/** The scope and the annotations of a tool that changes stored data. */
export const changes = {
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

type ArgumentsOf<Input, Required extends keyof Input> = { [Name in keyof Input]?: ValueOf<Input[Name]> } & {
  [Name in Required]: ValueOf<Input[Name]>;
};

type ValueOf<Described> = Described extends { type: infer Type extends keyof Values } ? Values[Type] : never;

type Values = { string: string; boolean: boolean; object: Metadata } & Record<'integer' | 'number', number>;

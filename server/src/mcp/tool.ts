import type { Schema } from '../api/schema-lookup.ts';
import { type ScopeParameters, toScopeInput } from '../api/scope-parameters.ts';
import type { Principal } from '../domain/accounts/authenticate.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import type { Idempotency } from '../domain/usage/idempotency.ts';
import type { Metered } from '../domain/usage/kinds.ts';
import { invalidRequest } from '../ports/errors.ts';
import type { Actor, Metadata } from '../ports/memory.ts';
import type { SecuritySubject } from '../ports/security-events.ts';
import type { ObjectSchema } from './tool-schemas.ts';

export const toolKinds = ['add', 'search', 'profile', 'list', 'update', 'delete'] as const;
export type ToolKind = (typeof toolKinds)[number];

export type ToolNames = (kind: ToolKind) => string;

export function toolNames({ mcpToolPrefix }: { mcpToolPrefix: string }): ToolNames {
  return (kind) => `${mcpToolPrefix}_${kind}`;
}

/** The caller of a tool, with properties of the request around the call. */
export interface ToolCaller extends Principal {
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

export const reads = {
  scope: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

export const changes = {
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

type ArgumentsOf<Input, Required extends keyof Input> = { [Name in keyof Input]?: ValueOf<Input[Name]> } & {
  [Name in Required]: ValueOf<Input[Name]>;
};

type ValueOf<Described> = Described extends { type: infer Type extends keyof Values } ? Values[Type] : never;

type Values = { string: string; boolean: boolean; object: Metadata } & Record<'integer' | 'number', number>;

/** Returns the scope of a call. Without a user, it is that of the account itself. */
export function scopeOf({ id }: Account, parameters: ScopeParameters) {
  const userId = parameters.user_id ?? id;
  return { ...toScopeInput(id, parameters), userId };
}

/** Returns the user to warn about. Only one in the call can be unknown. */
export function namedUser({ account: { id }, restriction }: ToolCaller, userId: string | undefined) {
  return { accountId: id, userId, restriction };
}

export function warningLines({ warnings = [] }: { warnings?: readonly { message: string }[] | undefined }): string[] {
  return warnings.map(({ message }) => `Warning: ${message}`);
}

export type TextArguments = Partial<Record<'memory' | 'text', string>>;

/** @throws {DomainError} if both names are given and their texts differ */
export function textOf({ memory, text }: TextArguments): string | undefined {
  if (memory !== undefined && text !== undefined && memory !== text) {
    throw invalidRequest({ path: '/memory', message: 'and text are aliases, and differ: send one of them' });
  }
  return memory ?? text;
}

/** @throws {DomainError} if the id is missing, with advice on how to find it */
export function requireMemoryId({ memory_id: id }: { memory_id?: string }, { named }: ToolCaller): string {
  if (id !== undefined) return id;
  throw invalidRequest({
    path: '/memory_id',
    message: `is missing: call ${named('search')} with what the memory is about, and use the id of the result`,
  });
}

/** Returns the argument for a path of the domain, which uses `/text` for an argument that may be `memory`. */
export function argumentName(path: string, args: unknown): string {
  if (path === '') return 'arguments';
  const isMemory = path === '/text' && typeof args === 'object' && args !== null && 'memory' in args;
  return isMemory ? 'memory' : path.slice(1);
}

import type { Schema } from '../api/schema-lookup.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import type { Restriction } from '../domain/memories/key-restriction.ts';
import type { Metered } from '../domain/usage/kinds.ts';
import type { Actor } from '../ports/memory-store.ts';
import type { SecuritySubject } from '../ports/security-events.ts';

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
  /** See `credentialOf`. */
  credential: string;
  /** The restriction of the credential. */
  restriction: Restriction;
  /** Whether the credential may read memories. */
  mayRead: boolean;
  /** The value of `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** Records that the call was counted against the quota. */
  counted(as: Metered): void;
  /** Records what the call did, for the audit log. */
  concerns(subject: SecuritySubject): void;
  /** Records that the result is the stored one of an earlier call. */
  replayed(): void;
}

/** A JSON Schema with `type: object`. Many clients drop all tools of a server if one has another type. */
export type ObjectSchema = Schema & { type: 'object'; properties: Record<string, Schema> };

export interface Tool<Arguments = never, Result extends object = object> {
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
  run(args: Arguments, caller: ToolCaller): Promise<Result>;
  /** Renders a result for a model. */
  toText(result: Result): string;
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

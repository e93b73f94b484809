import type { CallToolResult } from '@modelcontextprotocol/server';
import { idempotencyOf } from '../api/idempotency.ts';
import type { OperationRequest } from '../api/operation-types.ts';
import type { ProblemCode } from '../api/problem.ts';
import { requireProject, restrictContent, restrictMemoryId, restrictScope } from '../api/restrict-request.ts';
import { createSchemaCheck } from '../api/schema-check.ts';
import type { HttpServices } from '../api/services.ts';
import { type Principal, requireScope } from '../domain/accounts/authenticate.ts';
import { quoteId } from '../lib/visible-text.ts';
import { DomainError } from '../ports/errors.ts';
import type { Metadata } from '../ports/memory.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { readModelArguments, scopeNames } from './model-arguments.ts';
import { argumentName, type Tool, type ToolKind, type ToolNames } from './tool.ts';
import type { ObjectSchema } from './tool-schemas.ts';

/** Marks the stored result of an earlier call for clients that do not show headers. */
export const replayedMeta = { 'mnema/idempotency-replayed': true };

/** Calls a tool with validated arguments. A rejection becomes a result that a model can read and act on. */
export function createToolCall(services: Pick<HttpServices, 'store'>, tool: Tool, named: ToolNames) {
  const checkArguments = createSchemaCheck(withOpenObjects(tool.inputSchema));
  return async (
    given: unknown,
    request: OperationRequest<'callMcp'>,
    principal: Principal,
  ): Promise<CallToolResult> => {
    const { requestId, counted, rejected, concerns } = request;
    let args = given;
    try {
      requireScope(tool.scope, principal);
      const { blankScope, ...read } = readModelArguments(tool, given);
      ({ args } = read);
      checkArguments(args);
      const restricted = await restrictArguments(services, tool, args as ToolArguments, principal);
      let isReplayed = false;
      const result = await tool.run(restricted, {
        ...principal,
        actor: { kind: 'mcp', keyPrefix: principal.keyPrefix },
        // The id of the JSON-RPC request does not identify a call, because it may differ in a retry.
        idempotency: idempotencyOf({ ...request, url: `/mcp ${tool.name}` }, principal, restricted),
        ...{ named, counted, concerns },
        replayed: () => {
          isReplayed = true;
        },
      });
      const notes = notesOnScope(blankScope, restricted, principal);
      return {
        content: [{ type: 'text', text: [tool.toText(result), ...notes].join('\n\n') }],
        structuredContent: { ...result, ...(notes.length > 0 ? { note: notes[0] } : {}) },
        ...(isReplayed ? { _meta: replayedMeta } : {}),
      };
    } catch (error) {
      const { code, message } = describe(error, requestId, args);
      rejected(code, error instanceof DomainError ? undefined : error);
      const toDo = advice[code]?.(named, tool.kind);
      const lines = [`${code}: ${message}`, ...(toDo ? [`What to do: ${toDo}`] : []), exampleOf(code, tool, named)];
      return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
    }
  };
}

/** The keys of open objects are declared for models, and a call may give them values of other types. */
function withOpenObjects(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties).map(([name, { properties: _, ...one }]) => [name, one]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A blank name of a scope may be a mistake, so the result names the scope that was used. */
function notesOnScope(blank: readonly string[], args: ToolArguments, { account }: Principal): string[] {
  if (blank.length === 0) return [];
  const given = scopeNames.filter((name) => args[name] !== undefined);
  const user = args['user_id'] === undefined ? [`user_id ${account.id} (the account)`] : [];
  const scope = [...user, ...given.map((name) => `${name} ${quoteId(String(args[name]))}`)].join(', ');
  return [`${blank.join(', ')} ${blank.length === 1 ? 'was' : 'were'} blank, so left out. The scope: ${scope}.`];
}

type ToolArguments = Record<string, unknown> & { memory_id?: string; metadata?: Metadata };

/** Narrows the arguments of a call to the restriction of the key. @throws {DomainError} `outside_key_restriction` */
async function restrictArguments(
  { store }: Pick<HttpServices, 'store'>,
  { kind }: Tool,
  args: ToolArguments,
  { account, restriction }: Principal,
): Promise<ToolArguments> {
  if (restriction === null) return args;
  if (kind === 'add') return restrictContent(args, restriction);
  const narrowed = { ...args, ...restrictScope(args, restriction) };
  requireProject(args.metadata, restriction);
  const { memory_id: id } = args;
  if (id === undefined) return narrowed;
  return { ...narrowed, memory_id: await restrictMemoryId(store, { accountId: account.id, id }, restriction) };
}

function describe(error: unknown, requestId: string, args: unknown): { code: ProblemCode; message: string } {
  if (error instanceof DomainError) {
    const { code, errors, message } = error;
    if (!errors) return { code, message };
    return { code, message: `${errors.map((one) => `${argumentName(one.path, args)} ${one.message}`).join('; ')}.` };
  }
  if (error instanceof StoreUnavailableError) {
    return { code: 'unavailable', message: `The store is unavailable: ${error.message}.` };
  }
  return { code: 'internal', message: `An internal error occurred. The request id is ${requestId}.` };
}

const advice: Partial<Record<ProblemCode, (named: ToolNames, kind: ToolKind) => string>> = {
  invalid_request: () => 'correct the arguments and call again.',
  not_found: (named) =>
    `${named('search')} or ${named('list')} finds the ids of memories; use one of them, with the user_id that finds it.`,
  sensitive_content: () => 'leave the secret out and write the rest; never store credentials or identity numbers.',
  quota_exceeded: (named, kind) =>
    `don't repeat the call before then; tell the user. ${
      kind === 'search' ? `${named('list')} and ${named('profile')} still work.` : 'Reading and deleting still work.'
    }`,
  plan_limit_reached: (named) =>
    `use an existing project or user_id (${named('profile')} shows the projects), or tell the user.`,
  insufficient_scope: () => 'tell the user that the configured API key lacks this scope.',
  outside_key_restriction: () =>
    'leave user_id, agent_id and project out: the API key fills in the only ones it reaches. Do not look for other data.',
  idempotency_key_reused: () => 'send the call with a new Idempotency-Key.',
  confirmation_mismatch: () => 'check the memories; never delete more than the user asked for.',
  conflict: () => 'call again in a few seconds; if it fails again, tell the user.',
  unavailable: () => 'call again in a few seconds; if it fails again, tell the user.',
  internal: () => 'tell the user; the operator can find the cause by the request id.',
};

function exampleOf(code: ProblemCode, tool: Tool, named: ToolNames): string {
  if (code === 'not_found') return `Example call: ${named('search')} {"query": "what the memory is about"}`;
  return `Example call: ${tool.name} ${JSON.stringify(tool.example)}`;
}

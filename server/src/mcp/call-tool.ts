import type { OperationRequest } from '../api/operation-types.ts';
import type { ProblemCode } from '../api/problem.ts';
import { credentialOf, type Principal, requireScope } from '../domain/accounts/authenticate.ts';
import { DomainError } from '../ports/errors.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { createArgumentCheck } from './check-arguments.ts';
import type { Tool, ToolKind, ToolNames } from './tool.ts';
import { argumentName } from './tool-arguments.ts';

export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: object;
  isError?: boolean;
}

/** Marks the stored result of an earlier call, as the header `Idempotency-Replayed` does over REST. */
const replayedMeta = { 'mnema/idempotency-replayed': true };

type ToolCall = (args: unknown, request: OperationRequest<'callMcp'>, principal: Principal) => Promise<ToolResult>;

/** Calls a tool with validated arguments. A rejection becomes a result that a model can read and act on. */
export function createToolCall(tool: Tool, named: ToolNames): ToolCall {
  const checkArguments = createArgumentCheck(tool.inputSchema);
  return async (args, { requestId, header, counted, rejected }, principal) => {
    try {
      requireScope(tool.scope, principal);
      checkArguments(args);
      let isReplayed = false;
      const result = await tool.run(args as never, {
        account: principal.account,
        credential: credentialOf(principal),
        mayRead: principal.scopes.includes('read'),
        idempotencyKey: header('idempotency-key'),
        counted,
        replayed: () => {
          isReplayed = true;
        },
      });
      const content: ToolResult['content'] = [{ type: 'text', text: tool.toText(result as never) }];
      return { content, structuredContent: result, ...(isReplayed ? { _meta: replayedMeta } : {}) };
    } catch (error) {
      const { code, message } = describe(error, requestId, args);
      rejected(code, error instanceof DomainError ? undefined : error);
      const toDo = advice[code]?.(named, tool.kind);
      const lines = [`${code}: ${message}`, ...(toDo ? [`What to do: ${toDo}`] : []), exampleOf(code, tool, named)];
      return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
    }
  };
}

function describe(error: unknown, requestId: string, args: unknown): { code: ProblemCode; message: string } {
  if (error instanceof DomainError) {
    const { code, errors, message } = error;
    if (!errors) return { code, message };
    return { code, message: `${errors.map((one) => `${argumentName(one.path, args)} ${one.message}`).join('; ')}.` };
  }
  if (error instanceof StoreUnavailableError) {
    return { code: 'unavailable', message: `The store is not available: ${error.message}.` };
  }
  return { code: 'internal', message: `Something broke on our side. The request id is ${requestId}.` };
}

/** The advice to a model after a rejection. */
const advice: Partial<Record<ProblemCode, (named: ToolNames, kind: ToolKind) => string>> = {
  invalid_request: () => 'put the arguments right and call again.',
  not_found: (named) =>
    `${named('search')} or ${named('list')} finds the ids of memories; use one of them, with the user_id that finds it.`,
  sensitive_content: () => 'leave the secret out and write the rest; never store credentials or identity numbers.',
  quota_exceeded: (named, kind) =>
    `don't repeat the call before then; tell the user. ${
      kind === 'search' ? `${named('list')} and ${named('profile')} still work.` : 'Reading and deleting still work.'
    }`,
  plan_limit_reached: (named) =>
    `name a project or user_id that is there already (${named('profile')} shows the projects), or tell the user.`,
  insufficient_scope: () => 'tell the user that the configured API key lacks this scope.',
  idempotency_key_reused: () => 'send the call with a new Idempotency-Key.',
  conflict: () => 'call again in a few seconds; tell the user if it stays so.',
  unavailable: () => 'call again in a few seconds; tell the user if it stays so.',
  internal: () => 'tell the user; the operator finds the cause by the request id.',
};

function exampleOf(code: ProblemCode, tool: Tool, named: ToolNames): string {
  if (code === 'not_found') return `Example call: ${named('search')} {"query": "what the memory is about"}`;
  return `Example call: ${named(tool.kind)} ${JSON.stringify(tool.example)}`;
}

import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { OperationRequest, Reply } from '../api/operation-types.ts';
import { JsonFault, parseJson } from '../api/parse-json.ts';

/** The versions with a handshake (`initialize`), newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];
/** The versions in which each request names its version instead. */
const statelessVersions = ['2026-07-28'];
export const protocolVersions = [...statelessVersions, ...handshakeVersions];

export const rpcErrors = { parse: -32_700, invalidRequest: -32_600, methodNotFound: -32_601, invalidParams: -32_602 };

export const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** Every version, method and tool name is shorter, and the SDK repeats them in its errors. */
const maxHeaderLength = 1_000;
/** This method would keep a stream open. The server announces no changes, so it would send nothing. */
const streamMethod = 'subscriptions/listen';

export type McpRequest = OperationRequest<'callMcp'>;

export type RpcMessage = JSONRPCRequest | JSONRPCNotification;

type Read = { message: RpcMessage; rejection?: never } | { message?: never; rejection: Reply };

/**
 * Reads a request to the MCP endpoint, by the rules that all versions of the protocol share. A message is one request or
 * notification. The SDK would run batches, fail on deep nesting, repeat long headers and keep streams open.
 */
export function readMessage({ body: bytes, header }: McpRequest): Read {
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const code = error.isJson ? rpcErrors.invalidRequest : rpcErrors.parse;
    return rejected(code, error.message.replace(/^ /, 'The body '));
  }
  const { invalidRequest, invalidParams, methodNotFound } = rpcErrors;
  if (Array.isArray(body)) return rejected(invalidRequest, 'Batches are not supported: send each request separately.');
  const { id, method, params } = isObject(body) ? body : {};
  const problem = requestProblem(body);
  if (problem) return rejected(invalidRequest, `The body is not a JSON-RPC request: ${problem}.`, id);
  const fault = paramsProblem(method as string, params);
  if (fault) return rejected(invalidParams, fault, id, 200);
  const long = protocolHeaders.find((name) => (header(name)?.length ?? 0) > maxHeaderLength);
  if (long) return rejected(invalidRequest, `The header ${long} is longer than ${maxHeaderLength} characters.`, id);
  if (method !== streamMethod) return { message: body as RpcMessage };
  const text = 'This server does not support streams or change notifications.';
  return rejected(methodNotFound, text, id, header('mcp-protocol-version') === undefined ? 200 : 404);
}

/** @param status 200 if the request is valid JSON-RPC, so that the rejection is its response. @default 400 */
function rejected(code: number, message: string, id?: unknown, status = 400): Read {
  const content = JSON.stringify({ jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } });
  return { rejection: { status, text: { type: 'application/json', content } } };
}

function requestProblem(body: unknown): string | undefined {
  if (!isObject(body)) return 'send an object';
  if (body['jsonrpc'] !== '2.0') return 'jsonrpc must be the string "2.0"';
  if (typeof body['method'] !== 'string') {
    return 'method must be a string, such as tools/call; responses are not accepted';
  }
  return body['id'] === undefined || isId(body['id']) ? undefined : 'id must be a string or a whole number';
}

function paramsProblem(method: string, params: unknown): string | undefined {
  if (params !== undefined && !isObject(params)) return 'params must be an object.';
  if (method === 'initialize' && params === undefined) {
    return 'initialize needs params: protocolVersion, capabilities, clientInfo.';
  }
  const isNamed = method !== 'tools/call' || typeof params?.['name'] === 'string';
  return isNamed ? undefined : 'params.name must be a string: the name of a tool.';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Names the fields in the SDK's rejection of invalid params, which has the output of a validator as its message. */
export function withReadableRejection(content: string): string {
  // In a result a backslash precedes each of these quotes.
  if (!/"error":\{"code":-3260[23],/.test(content)) return content;
  const response = JSON.parse(content);
  const faults = faultsIn(response.error.message);
  if (!faults) return content;
  const message = `The request is not valid: ${faults.join('; ')}.`;
  return JSON.stringify({ ...response, error: { code: rpcErrors.invalidParams, message } });
}

const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** Returns the faults that the SDK's validator found; undefined if a message does not end with its output. */
function faultsIn(message: string): string[] | undefined {
  try {
    const found = issues.parse(JSON.parse(message.slice(message.search(/\[\s*\{/))));
    return found.map((issue) => `${issue.path.join('/')}: ${issue.message.replace(/^Invalid input: /, '')}`);
  } catch {
    return undefined; // The message is of another kind.
  }
}

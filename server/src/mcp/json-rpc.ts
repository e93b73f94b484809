import { JsonFault, parseJson } from '../api/parse-json.ts';

/** The versions with a handshake (`initialize`), newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];
/** The versions in which each request names its version instead. */
const statelessVersions = ['2026-07-28'];
export const protocolVersions = [...statelessVersions, ...handshakeVersions];

export const rpcErrors = { parse: -32_700, invalidRequest: -32_600, methodNotFound: -32_601, invalidParams: -32_602 };

type Id = string | number;

export interface RpcRequest {
  jsonrpc: '2.0';
  id?: Id;
  method: string;
  params?: Record<string, unknown>;
}

export interface Rejected {
  kind: 'rejected';
  status: number;
  id: Id | null;
  code: number;
  text: string;
}

/**
 * Reads the body of a request to the MCP endpoint, by the rules that all versions of the protocol share. A message is
 * one request or notification that does not nest deeply. The SDK would run batches, and fail on deep nesting.
 */
export function readMessage(bytes: Buffer): { kind: 'message'; message: RpcRequest } | Rejected {
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const code = error.isJson ? rpcErrors.invalidRequest : rpcErrors.parse;
    return rejected(code, error.message.replace(/^ /, 'The body '));
  }
  if (Array.isArray(body)) {
    return rejected(rpcErrors.invalidRequest, 'Batches are not supported: send each request separately.');
  }
  if (!isObject(body)) return noRequest('send an object');
  const { jsonrpc, id, method, params } = body;
  const echoed = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return noRequest('jsonrpc must be the string "2.0"', echoed);
  if (typeof method !== 'string') {
    return noRequest('method must be a string, such as tools/call; responses are not accepted', echoed);
  }
  if (id !== undefined && !isId(id)) return noRequest('id must be a string or a whole number');
  const problem = paramsProblem(method, params);
  if (problem) return rejected(rpcErrors.invalidParams, problem, echoed, 200);
  return { kind: 'message', message: { ...body, jsonrpc, method } as RpcRequest };
}

/** @param status 200 if the request is valid JSON-RPC, so that the rejection is its response. @default 400 */
export function rejected(code: number, text: string, id?: Id | null, status = 400): Rejected {
  return { kind: 'rejected', status, id: id ?? null, code, text };
}

function noRequest(problem: string, id?: Id | null): Rejected {
  return rejected(rpcErrors.invalidRequest, `The body is not a JSON-RPC request: ${problem}.`, id);
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

function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

interface Issue {
  path: (string | number)[];
  message: string;
}

/**
 * Makes the SDK's rejection of invalid params readable. The SDK sends the output of its validator, usually as an
 * internal error.
 * @param content a response of the SDK
 * @returns the same, or a rejection with -32602 that names each field
 */
export function withReadableRejection(content: string): string {
  // In a result a backslash precedes each of these quotes.
  if (!/"error":\{"code":-3260[23],/.test(content)) return content;
  const response = JSON.parse(content);
  const issues = issuesIn(response.error.message);
  if (!issues) return content;
  const faults = issues.map(({ path, message }) => `${path.join('/')}: ${message.replace(/^Invalid input: /, '')}`);
  const message = `The request is not valid: ${faults.join('; ')}.`;
  return JSON.stringify({ ...response, error: { code: rpcErrors.invalidParams, message } });
}

function issuesIn(message: string): Issue[] | undefined {
  // A single expression for both ends would take quadratic time.
  const start = message.search(/\[\s*\{/);
  if (start < 0 || !/\}\s*\]$/.test(message)) return undefined;
  try {
    const issues: unknown = JSON.parse(message.slice(start));
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined; // The message is of another kind.
  }
}

function isIssue(value: { path?: unknown; message?: unknown } | null): value is Issue {
  return Array.isArray(value?.path) && typeof value.message === 'string';
}

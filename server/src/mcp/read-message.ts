import { JsonFault, readJson } from '../api/parse-json.ts';
import { rpcErrors } from './protocol.ts';

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
    body = readJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const location = error.path === '' ? 'The body' : error.path;
    return rejected(error.isJson ? rpcErrors.invalidRequest : rpcErrors.parse, `${location} ${error.message}.`);
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

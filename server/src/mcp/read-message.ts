import { JsonFault, readJson } from '../api/parse-json.ts';
import { rpcErrors } from './protocol.ts';

export interface RpcRequest {
  jsonrpc: '2.0';
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
}

export type ReadMessage =
  | { kind: 'message'; message: RpcRequest }
  | { kind: 'rejected'; status: number; id: string | number | null; code: number; text: string };

/**
 * Reads the body of a request to the MCP endpoint, as far as any version of the protocol agrees on it. What is passed
 * on is one request or notification that does not nest deeply: the SDK would run batches, and break on deep nesting.
 */
export function readMessage(bytes: Buffer): ReadMessage {
  let body: unknown;
  try {
    body = readJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const location = error.path === '' ? 'The body' : error.path;
    return rejected(error.isJson ? rpcErrors.invalidRequest : rpcErrors.parse, `${location} ${error.message}.`);
  }
  if (Array.isArray(body)) {
    return rejected(rpcErrors.invalidRequest, 'Batches are not taken: send each request by itself.');
  }
  if (!isObject(body)) return rejected(rpcErrors.invalidRequest, 'The body is no JSON-RPC request: send an object.');
  const { jsonrpc, id, method, params } = body;
  const echoed = isId(id) ? id : null;
  const fault =
    jsonrpc !== '2.0'
      ? 'jsonrpc must be the string "2.0"'
      : typeof method !== 'string'
        ? 'method must be a string, such as tools/call; answers are not taken'
        : id !== undefined && !isId(id)
          ? 'id must be a string or a whole number'
          : undefined;
  if (fault !== undefined)
    return rejected(rpcErrors.invalidRequest, `The body is no JSON-RPC request: ${fault}.`, echoed);
  // From here on the request is one, and its answer belongs to it.
  if (params !== undefined && !isObject(params)) {
    return { ...rejected(rpcErrors.invalidParams, 'params must be an object.', echoed), status: 200 };
  }
  if (method === 'initialize' && params === undefined) {
    return {
      ...rejected(
        rpcErrors.invalidParams,
        'initialize needs params: protocolVersion, capabilities, clientInfo.',
        echoed,
      ),
      status: 200,
    };
  }
  if (method === 'tools/call' && typeof params?.['name'] !== 'string') {
    return {
      ...rejected(rpcErrors.invalidParams, 'params.name must be a string: the name of a tool.', echoed),
      status: 200,
    };
  }
  return { kind: 'message', message: body as unknown as RpcRequest };
}

function rejected(code: number, text: string, id: string | number | null = null) {
  return { kind: 'rejected' as const, status: 400, id, code, text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

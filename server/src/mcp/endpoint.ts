import type { JSONRPCNotification, JSONRPCRequest, Server, ServerOptions } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Handler, OperationRequest, Reply } from '../api/operation-types.ts';
import { isObject, JsonFault, parseJson } from '../api/parse-json.ts';
import type { HttpServices } from '../api/services.ts';
import { createToolCall, replayedMeta } from './call-tool.ts';
import { instructionsFor, listedTool, type Tools } from './create-tools.ts';

type Sdk = typeof import('@modelcontextprotocol/server');
export type ServerInfo = Record<'name' | 'title' | 'version', string>;

/** The versions with a handshake (`initialize`), newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18'];
/** The versions in which each request names its version instead. */
const statelessVersions = ['2026-07-28'];
export const protocolVersions = [...statelessVersions, ...handshakeVersions];

const rpcErrors = {
  ...{ parse: -32_700, invalidRequest: -32_600, methodNotFound: -32_601, invalidParams: -32_602 },
  unsupportedVersion: -32_022,
};

const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** Every version, method and tool name is shorter, and the SDK repeats them in its errors. */
const maxHeaderLength = 1_000;
/** This method would keep a stream open. The server announces no changes, so it would send nothing. */
const streamMethod = 'subscriptions/listen';

type McpRequest = OperationRequest<'callMcp'>;

type RpcMessage = JSONRPCRequest | JSONRPCNotification;

type Read = { message: RpcMessage; rejection?: never } | { message?: never; rejection: Reply };

const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Creates the stateless MCP endpoint, which serves all versions of the protocol, and responds with JSON only. */
export function createMcpEndpoint(
  services: Pick<HttpServices, 'store'>,
  { tools, named }: Tools,
  info: ServerInfo,
): Handler<'callMcp'> {
  const calls = new Map(tools.map((tool) => [tool.name, createToolCall(services, tool, named)]));
  const listed = tools.map(listedTool);
  const options: ServerOptions = {
    capabilities: { tools: {} },
    instructions: instructionsFor(named),
    supportedProtocolVersions: protocolVersions,
    cacheHints: { 'server/discover': cacheHint, 'tools/list': cacheHint },
  };
  return async (request, principal) => {
    const { message, rejection } = readMessage(request);
    if (rejection) return rejection;
    // The first message loads the SDK, which takes 20 MB of memory, and waits 0.2 s for it.
    const sdk = await import('@modelcontextprotocol/server');
    const headers: Record<string, string> = {};
    const createServer = () => {
      const server = new sdk.Server(info, options);
      server.setRequestHandler('tools/list', () => ({ tools: listed as never }));
      server.setRequestHandler('tools/call', async ({ params: { name } }) => {
        const call = calls.get(name);
        if (!call) {
          const text = `Unknown tool ${name.slice(0, 100)}. The tools are ${[...calls.keys()].join(', ')}.`;
          throw new sdk.ProtocolError(rpcErrors.invalidParams, text);
        }
        request.logAs(name);
        // The tool checks the original arguments, since the errors of the SDK would be unreadable for a model.
        const result = await call(message.params?.['arguments'] ?? {}, request, principal);
        if (result._meta === replayedMeta) headers['Idempotency-Replayed'] = 'true';
        return result;
      });
      return server;
    };
    const response = await serve(sdk, toWebRequest(request), message, createServer);
    if (response.status >= 500) throw new Error(`the MCP SDK answered ${response.status}: ${await response.text()}`);
    const content = withReadableRejection(await response.text());
    const text = { type: 'application/json', content };
    return { status: response.status, headers, ...(content === '' ? {} : { text }) };
  };
}

async function serve(sdk: Sdk, request: Request, message: RpcMessage, createServer: () => Server): Promise<Response> {
  // The tool checks its arguments, and not the SDK.
  const isCall = message.method === 'tools/call';
  const parsedBody = isCall ? { ...message, params: { ...message.params, arguments: {} } } : message;
  if (!(await sdk.isLegacyRequest(request, parsedBody))) {
    return sdk.createMcpHandler(createServer, { legacy: 'reject' }).fetch(request, { parsedBody });
  }
  const server = createServer();
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions: handshakeVersions,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Returns the request for the SDK. The SDK requires an `Accept` for streams, which are never sent. */
function toWebRequest({ header }: McpRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name of protocolHeaders) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

/** Reads a message. The SDK would run batches, fail on deep nesting, repeat long headers and keep streams open. */
function readMessage({ body: bytes, header }: McpRequest): Read {
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
  const version = header('mcp-protocol-version');
  // The SDK describes the version of a request that names one itself.
  const namesVersion = isObject(params) && isObject(params['_meta']);
  if (version !== undefined && !namesVersion && !protocolVersions.includes(version)) {
    const text = `MCP-Protocol-Version ${version} is not supported. The versions are ${protocolVersions.join(', ')}.`;
    return rejected(rpcErrors.unsupportedVersion, text, id);
  }
  if (method !== streamMethod) return { message: body as RpcMessage };
  const text = 'This server does not support streams or change notifications.';
  return rejected(methodNotFound, text, id, version === undefined ? 200 : 404);
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

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Names the fields in the SDK's rejection of invalid params, which has the output of a validator as its message. */
function withReadableRejection(content: string): string {
  // In a result a backslash precedes each of these quotes.
  if (!/"error":\{"code":-3260[23],/.test(content)) return content;
  const response = JSON.parse(content);
  const { message: given } = response.error;
  try {
    const found = issues.parse(JSON.parse(given.slice(given.search(/\[\s*\{/))));
    const faults = found.map(({ path, message }) => `${path.join('/')}: ${message.replace(/^Invalid input: /, '')}`);
    const message = `The request is not valid: ${faults.join('; ')}.`;
    return JSON.stringify({ ...response, error: { code: rpcErrors.invalidParams, message } });
  } catch {
    return content; // The message is of another kind.
  }
}

const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

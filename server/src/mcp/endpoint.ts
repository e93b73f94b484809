import type { Server, ServerOptions } from '@modelcontextprotocol/server';
import type { Handler } from '../api/operation-types.ts';
import type { HttpServices } from '../api/services.ts';
import { createToolCall, replayedMeta } from './call-tool.ts';
import { instructionsFor, listedTool, type Tools } from './create-tools.ts';
import {
  handshakeVersions,
  type McpRequest,
  protocolHeaders,
  protocolVersions,
  type RpcMessage,
  readMessage,
  rpcErrors,
  withReadableRejection,
} from './json-rpc.ts';

type Sdk = typeof import('@modelcontextprotocol/server');
/** The server as clients show it. */
export type ServerInfo = Record<'name' | 'title' | 'version', string>;

const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

let loading: Promise<Sdk> | undefined;

/** Loads the SDK with the first message, because it takes 20 MB of memory. That message waits 0.2 s for it. */
function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/server');
  return loading;
}

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
    const sdk = await loadSdk();
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

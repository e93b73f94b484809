import type { Server, ServerOptions } from '@modelcontextprotocol/server';
import type { Reply } from '../api/operation-types.ts';
import { type CallContext, createToolCall } from './call-tool.ts';
import { createTools, type ToolServices } from './create-tools.ts';
import { instructionsFor } from './instructions.ts';
import { listedInput, listedOutput } from './listed-schema.ts';
import { handshakeVersions, protocolVersions, rpcErrors } from './protocol.ts';
import { type ReadMessage, type RpcRequest, readMessage } from './read-message.ts';
import { withReadableRejection } from './readable-rejection.ts';

export interface McpContext extends CallContext {
  /** The headers that are part of the protocol. */
  header(name: string): string | undefined;
  /** Names the request in the log. */
  logAs(operation: string): void;
}

/** Answers one JSON-RPC message. */
export type McpEndpoint = (body: Buffer, context: McpContext) => Promise<Reply>;

const hourMs = 3_600_000;
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** In characters. No version, method or name of a tool is that long, and the SDK repeats the values in its errors. */
const maxHeaderLength = 1_000;
/** Would keep a stream open; a server that announces no changes has nothing to say on it. */
const streamMethod = 'subscriptions/listen';

/** Loads what the first message would else have to wait for. */
export async function preloadMcp(): Promise<void> {
  await loadSdk();
}

const loadSdk = () => import('@modelcontextprotocol/server');

/**
 * The MCP endpoint: stateless, a fresh server of the SDK for each message, in both eras of the protocol. Every answer
 * is JSON.
 */
export function createMcpEndpoint(
  services: ToolServices,
  info: { name: string; title: string; version: string },
): McpEndpoint {
  const { tools, named } = createTools(services);
  const calls = new Map(tools.map((tool) => [named(tool.kind), createToolCall(tool, named)]));
  const listed = tools.map(({ kind, title, description, inputSchema, outputSchema, annotations }) => ({
    name: named(kind),
    title,
    description,
    inputSchema: listedInput(inputSchema),
    outputSchema: listedOutput(outputSchema),
    annotations,
  }));
  const options: ServerOptions = {
    capabilities: { tools: {} },
    instructions: instructionsFor(named),
    supportedProtocolVersions: protocolVersions,
    cacheHints: {
      'server/discover': { ttlMs: hourMs, cacheScope: 'public' },
      'tools/list': { ttlMs: hourMs, cacheScope: 'public' },
    },
  };

  function createServer(sdk: Sdk, { params }: RpcRequest, context: McpContext): Server {
    const server = new sdk.Server(info, options);
    server.setRequestHandler('tools/list', () => ({ tools: listed as never }));
    server.setRequestHandler('tools/call', async ({ params: { name } }) => {
      const call = calls.get(name);
      if (!call) {
        const message = `Unknown tool ${name.slice(0, 100)}. The tools are ${[...calls.keys()].join(', ')}.`;
        throw new sdk.ProtocolError(rpcErrors.invalidParams, message);
      }
      context.logAs(name);
      // As they were sent: the SDK would reject what is no object in a way that no model reads.
      return (await call(params?.['arguments'] ?? {}, context)) as never;
    });
    return server;
  }

  let loading: Promise<Serve> | undefined;
  const load = () => {
    loading ??= loadSdk().then((sdk) => createServe(sdk, createServer));
    return loading;
  };

  return async (body, context) => {
    const read = readMessage(body);
    if (read.kind === 'rejected') return toRejection(read);
    const { message } = read;
    const tooLong = protocolHeaders.find((name) => (context.header(name)?.length ?? 0) > maxHeaderLength);
    if (tooLong) {
      const text = `The header ${tooLong} is longer than ${maxHeaderLength} characters.`;
      return toRejection({
        kind: 'rejected',
        status: 400,
        id: message.id ?? null,
        code: rpcErrors.invalidRequest,
        text,
      });
    }
    if (message.method === streamMethod) {
      const text = 'This server has no streams: it announces no changes.';
      const status = context.header('mcp-protocol-version') === undefined ? 200 : 404;
      return toRejection({ kind: 'rejected', status, id: message.id ?? null, code: rpcErrors.methodNotFound, text });
    }
    const serve = await load();
    const response = await serve(toWebRequest(context), message, context);
    if (response.status >= 500) throw new Error(`the MCP SDK answered ${response.status}: ${await response.text()}`);
    const content = withReadableRejection(await response.text());
    return { status: response.status, ...(content === '' ? {} : { text: { type: 'application/json', content } }) };
  };
}

type Sdk = typeof import('@modelcontextprotocol/server');
type Serve = (request: Request, message: RpcRequest, context: McpContext) => Promise<Response>;

/** What one message asks, carried through the SDK. */
type McpCall = { message: RpcRequest; context: McpContext };

function createServe(sdk: Sdk, createServer: (sdk: Sdk, message: RpcRequest, context: McpContext) => Server): Serve {
  const stateless = sdk.createMcpHandler(
    ({ authInfo }) => {
      const call = authInfo?.extra as unknown as McpCall;
      return createServer(sdk, call.message, call.context);
    },
    { legacy: 'reject' },
  );
  return async (request, message, context) => {
    const parsedBody = withoutArguments(message);
    if (!(await sdk.isLegacyRequest(request, parsedBody))) {
      const extra: McpCall = { message, context };
      return stateless.fetch(request, { parsedBody, authInfo: { token: '', clientId: '', scopes: [], extra } });
    }
    const server = createServer(sdk, message, context);
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
  };
}

/** What the SDK has to see of a message: arguments are for the tool to check. */
function withoutArguments(message: RpcRequest): RpcRequest {
  return message.method === 'tools/call' ? { ...message, params: { ...message.params, arguments: {} } } : message;
}

/** What the SDK looks at. It insists on an `Accept` for streams, which we never send. */
function toWebRequest({ header }: McpContext): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const name of protocolHeaders) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

function toRejection({ status, id, code, text }: Extract<ReadMessage, { kind: 'rejected' }>): Reply {
  const content = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text } });
  return { status, text: { type: 'application/json', content } };
}

import { discoveryHeaders, openDiscoveryHeaders, serverUrl } from '../api/headers.ts';
import type { Handlers, McpOperationId, Reply, Schemas } from '../api/operation-types.ts';
import { HttpProblem } from '../api/problem.ts';
import type { HttpServices } from '../api/services.ts';
import { createTools, type ToolServices, type Tools } from './create-tools.ts';
import { createMcpEndpoint, protocolVersions, type ServerInfo } from './endpoint.ts';

/** The headers of a preflight. Those of the protocol and of credentials are allowed, so that no page is rejected. */
const allowed = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key',
  'Access-Control-Max-Age': '3600',
};

export function createMcpHandlers(
  services: ToolServices & Pick<HttpServices, 'publicUrl'>,
  version: string,
): Pick<Handlers, McpOperationId> {
  const tools = createTools(services);
  const info: ServerInfo = { name: 'mnema', title: 'Mnema', version };
  const discovered = (type: string, document: object): Reply => ({
    status: 200,
    headers: openDiscoveryHeaders(services),
    text: { type, content: JSON.stringify(document) },
  });
  return {
    callMcp: createMcpEndpoint(services, tools, info),

    async describeMcp({ header }) {
      // Clients that request a stream treat any other response as broken, and some repeat the request endlessly.
      if (/text\/event-stream/i.test(header('accept') ?? '')) {
        const detail =
          'This endpoint is stateless and has no event stream: send JSON-RPC with POST. GET without text/event-stream in Accept describes it.';
        throw new HttpProblem('method_not_allowed', detail, { headers: { Allow: 'POST' } });
      }
      const headers = { ...discoveryHeaders(services), Vary: 'Accept, Origin' };
      return { status: 200, headers, body: descriptionOf(tools, info, serverUrl(services, header('host'))) };
    },

    getAiCatalog: async ({ header }) =>
      discovered('application/ai-catalog+json', catalogOf(info, serverUrl(services, header('host')))),

    getMcpServerCard: async ({ header }) => discovered(cardType, cardOf(info, serverUrl(services, header('host')))),

    // The origin of the page has already been checked.
    preflightMcp: async ({ header }) => ({
      status: 204,
      headers: { Allow: 'GET, HEAD, POST, OPTIONS', ...(header('origin') === undefined ? {} : allowed) },
    }),
  };
}

const about = 'Long-term memory for AI agents.';
const transport = 'streamable-http';
const keyHeader = { name: 'X-API-Key', description: 'An API key of this server.', isRequired: true, isSecret: true };
const cardType = 'application/mcp-server-card+json';

// The documents that clients may read before they connect. `base` is the URL of the server with a slash.

function descriptionOf({ tools }: Tools, info: ServerInfo, base: string): Schemas['McpDescription'] {
  return {
    ...info,
    description: about,
    endpoint: `${base}mcp`,
    transport,
    protocol_versions: protocolVersions,
    tools: tools.map(({ name, title, description }) => ({ name, title, description })),
    authentication: [
      { header: 'X-API-Key', value: '<API key>' },
      { header: 'Authorization', value: 'Bearer <API key or access token>' },
    ],
    documentation: `${base}docs`,
    server_card: `${base}mcp/server-card`,
  };
}

function cardOf(info: ServerInfo, base: string): Schemas['McpServerCard'] {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    ...info,
    name: `io.github.mnema/${info.name}`,
    description: about,
    websiteUrl: `${base}docs`,
    remotes: [
      { type: transport, url: `${base}mcp`, headers: [keyHeader], supportedProtocolVersions: protocolVersions },
    ],
  };
}

function catalogOf({ name, title }: ServerInfo, base: string): Schemas['AiCatalog'] {
  const { hostname } = new URL(base);
  // A URN cannot contain the brackets and colons of an IPv6 address.
  const publisher = /^[a-z0-9.-]+$/i.test(hostname) ? hostname : 'localhost';
  const identifier = `urn:air:${publisher}:${name}`;
  const url = `${base}mcp/server-card`;
  return { specVersion: '1.0', entries: [{ identifier, displayName: title, type: cardType, url }] };
}

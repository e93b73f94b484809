import { discoveryHeaders, openDiscoveryHeaders, serverUrl } from '../api/discovery-headers.ts';
import type { Handlers, McpOperationId, Reply } from '../api/operation-types.ts';
import { HttpProblem } from '../api/problem.ts';
import type { HttpServices } from '../api/services.ts';
import type { ToolServices } from './create-tools.ts';
import { createDiscovery, serverInfo } from './discovery.ts';
import { createMcpEndpoint } from './endpoint.ts';

type McpServices = ToolServices & Pick<HttpServices, 'publicUrl'>;

/** Headers of the protocol, and credentials. A page is not rejected because of others. */
const allowedHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'X-API-Key',
].join(', ');

/** Creates a handler for each operation of the MCP endpoint, by operationId. */
export function createMcpHandlers(services: McpServices, version: string): Pick<Handlers, McpOperationId> {
  const { description, card, catalog } = createDiscovery(services, version);
  const discovered = (type: string, document: object): Reply => ({
    status: 200,
    headers: openDiscoveryHeaders(services),
    text: { type, content: JSON.stringify(document) },
  });
  return {
    callMcp: createMcpEndpoint(services, serverInfo(version)),

    async describeMcp({ header }) {
      // Clients that request a stream treat any other response as broken, and some repeat the request endlessly.
      if (/text\/event-stream/i.test(header('accept') ?? '')) throw noStream();
      const headers = { ...discoveryHeaders(services), Vary: 'Accept, Origin' };
      return { status: 200, headers, body: description(serverUrl(services, header('host'))) };
    },

    getAiCatalog: async ({ header }) =>
      discovered('application/ai-catalog+json', catalog(serverUrl(services, header('host')))),

    getMcpServerCard: async ({ header }) =>
      discovered('application/mcp-server-card+json', card(serverUrl(services, header('host')))),

    // The origin of the page has already been checked.
    preflightMcp: async ({ header }) => ({
      status: 204,
      headers: { Allow: 'GET, HEAD, POST, OPTIONS', ...(header('origin') === undefined ? {} : allowed) },
    }),
  };
}

const allowed = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '3600',
};

function noStream(): HttpProblem {
  return new HttpProblem(
    'method_not_allowed',
    'This endpoint is stateless and has no event stream: send JSON-RPC with POST. GET without text/event-stream in Accept describes it.',
    { headers: { Allow: 'POST' } },
  );
}

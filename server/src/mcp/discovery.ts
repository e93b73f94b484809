import type { components } from '../generated/contract.d.ts';
import { createTools, type ToolServices } from './create-tools.ts';
import { protocolVersions } from './protocol.ts';

type Schemas = components['schemas'];

const about = 'Long-term memory for AI agents.';
const transport = 'streamable-http';
const keyHeader = { name: 'X-API-Key', description: 'An API key of this server.', isRequired: true, isSecret: true };
const cardType = 'application/mcp-server-card+json';

export const serverInfo = (version: string) => ({ name: 'mnema', title: 'Mnema', version });

/** Creates the documents that clients may read before they connect. `base` is the URL of the server with a slash. */
export function createDiscovery(services: ToolServices, version: string) {
  const { tools, named } = createTools(services);
  const { name, title } = serverInfo(version);
  return {
    description: (base: string): Schemas['McpDescription'] => ({
      name,
      title,
      version,
      description: about,
      endpoint: `${base}mcp`,
      transport,
      protocol_versions: protocolVersions,
      tools: tools.map((tool) => ({ name: named(tool.kind), title: tool.title, description: tool.description })),
      authentication: [
        { header: 'X-API-Key', value: '<API key>' },
        { header: 'Authorization', value: 'Bearer <API key or access token>' },
      ],
      documentation: `${base}docs`,
      server_card: `${base}mcp/server-card`,
    }),
    card: (base: string): Schemas['McpServerCard'] => ({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      name: `io.github.mnema/${name}`,
      title,
      version,
      description: about,
      websiteUrl: `${base}docs`,
      remotes: [
        { type: transport, url: `${base}mcp`, headers: [keyHeader], supportedProtocolVersions: protocolVersions },
      ],
    }),
    catalog: (base: string): Schemas['AiCatalog'] => ({
      specVersion: '1.0',
      entries: [
        {
          identifier: `urn:air:${publisherOf(base)}:${name}`,
          displayName: title,
          type: cardType,
          url: `${base}mcp/server-card`,
        },
      ],
    }),
  };
}

/** A URN cannot contain the brackets and colons of an IPv6 address. */
function publisherOf(base: string): string {
  const { hostname } = new URL(base);
  return /^[a-z0-9.-]+$/i.test(hostname) ? hostname : 'localhost';
}

import type { Discovery } from '../../mcp/discovery.ts';
import { openDiscoveryHeaders, serverUrl } from '../discovery-headers.ts';
import type { Handler } from '../operation-types.ts';
import type { HttpServices } from '../services.ts';

export function getAiCatalogHandler(services: HttpServices, discovery: Discovery): Handler<'getAiCatalog'> {
  return async ({ header }) => {
    const content = JSON.stringify(discovery.catalog(serverUrl(services, header('host'))));
    return {
      status: 200,
      headers: openDiscoveryHeaders(services),
      text: { type: 'application/ai-catalog+json', content },
    };
  };
}

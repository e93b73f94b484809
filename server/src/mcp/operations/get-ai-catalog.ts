import { openDiscoveryHeaders, serverUrl } from '../../api/discovery-headers.ts';
import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Discovery } from '../discovery.ts';

export function getAiCatalogHandler(
  services: Pick<HttpServices, 'publicUrl'>,
  discovery: Discovery,
): Handler<'getAiCatalog'> {
  return async ({ header }) => {
    const content = JSON.stringify(discovery.catalog(serverUrl(services, header('host'))));
    return {
      status: 200,
      headers: openDiscoveryHeaders(services),
      text: { type: 'application/ai-catalog+json', content },
    };
  };
}

import type { Handlers, McpOperationId } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import type { ToolServices } from '../create-tools.ts';
import { createDiscovery } from '../discovery.ts';
import { callMcpHandler } from './call-mcp.ts';
import { describeMcpHandler } from './describe-mcp.ts';
import { getAiCatalogHandler } from './get-ai-catalog.ts';
import { getMcpServerCardHandler } from './get-mcp-server-card.ts';
import { preflightMcpHandler } from './preflight-mcp.ts';

/** Creates a handler for each operation of the MCP endpoint, by operationId. */
export function createMcpHandlers(
  services: ToolServices & Pick<HttpServices, 'publicUrl'>,
  version: string,
): Pick<Handlers, McpOperationId> {
  const discovery = createDiscovery(services, version);
  return {
    callMcp: callMcpHandler(services, version),
    describeMcp: describeMcpHandler(services, discovery),
    getAiCatalog: getAiCatalogHandler(services, discovery),
    getMcpServerCard: getMcpServerCardHandler(services, discovery),
    preflightMcp: preflightMcpHandler(),
  };
}

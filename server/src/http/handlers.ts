import { createDiscovery } from '../mcp/discovery.ts';
import type { ContractDocument, Operation } from './contract.ts';
import type { Handler, Handlers, OperationId } from './operation-types.ts';
import { callMcpHandler } from './operations/call-mcp.ts';
import { changePasswordHandler } from './operations/change-password.ts';
import { createApiKeyHandler } from './operations/create-api-key.ts';
import { createMemoryHandler } from './operations/create-memory.ts';
import { deleteMemoryHandler } from './operations/delete-memory.ts';
import { describeMcpHandler } from './operations/describe-mcp.ts';
import { getAccountHandler } from './operations/get-account.ts';
import { getAiCatalogHandler } from './operations/get-ai-catalog.ts';
import { getContractHandler } from './operations/get-contract.ts';
import { getDocsHandler } from './operations/get-docs.ts';
import { getHealthHandler } from './operations/get-health.ts';
import { getLlmsTextHandler } from './operations/get-llms-text.ts';
import { getMcpServerCardHandler } from './operations/get-mcp-server-card.ts';
import { getMemoryHandler } from './operations/get-memory.ts';
import { getMetricsHandler } from './operations/get-metrics.ts';
import { getProfileHandler } from './operations/get-profile.ts';
import { getReadinessHandler } from './operations/get-readiness.ts';
import { getRequestStatsHandler } from './operations/get-request-stats.ts';
import { getUsageHandler } from './operations/get-usage.ts';
import { listApiKeysHandler } from './operations/list-api-keys.ts';
import { listMemoriesHandler } from './operations/list-memories.ts';
import { listRequestsHandler } from './operations/list-requests.ts';
import { loginHandler } from './operations/login.ts';
import { logoutHandler } from './operations/logout.ts';
import { preflightMcpHandler } from './operations/preflight-mcp.ts';
import { registerAccountHandler } from './operations/register-account.ts';
import { retryMemoryHandler } from './operations/retry-memory.ts';
import { revokeApiKeyHandler } from './operations/revoke-api-key.ts';
import { searchMemoriesHandler } from './operations/search-memories.ts';
import { updateMemoryHandler } from './operations/update-memory.ts';
import type { HttpServices } from './services.ts';

/** Every operation of the contract, by its operationId. */
export function createHandlers(services: HttpServices, { info: { version } }: ContractDocument): Handlers {
  const discovery = createDiscovery(services, version);
  return {
    callMcp: callMcpHandler(services, version),
    changePassword: changePasswordHandler(services),
    createApiKey: createApiKeyHandler(services),
    createMemory: createMemoryHandler(services),
    deleteMemory: deleteMemoryHandler(services),
    describeMcp: describeMcpHandler(services, discovery),
    getAccount: getAccountHandler(),
    getAiCatalog: getAiCatalogHandler(services, discovery),
    getContract: getContractHandler(),
    getDocs: getDocsHandler(),
    getHealth: getHealthHandler(),
    getLlmsText: getLlmsTextHandler(services),
    getMcpServerCard: getMcpServerCardHandler(services, discovery),
    getMemory: getMemoryHandler(services),
    getMetrics: getMetricsHandler(services),
    getProfile: getProfileHandler(services),
    getRequestStats: getRequestStatsHandler(services),
    getUsage: getUsageHandler(services),
    getReadiness: getReadinessHandler(services),
    listApiKeys: listApiKeysHandler(services),
    listRequests: listRequestsHandler(services),
    listMemories: listMemoriesHandler(services),
    login: loginHandler(services),
    logout: logoutHandler(services),
    preflightMcp: preflightMcpHandler(),
    registerAccount: registerAccountHandler(services),
    retryMemory: retryMemoryHandler(services),
    revokeApiKey: revokeApiKeyHandler(services),
    searchMemories: searchMemoriesHandler(services),
    updateMemory: updateMemoryHandler(services),
  };
}

/**
 * Pairs operations with handlers.
 * @throws when the contract and the handlers differ: a server that promises less or more than it does must not start
 */
export function pairHandlers(operations: Operation[], handlers: Partial<Handlers>): Map<string, Handler<OperationId>> {
  const promised = new Set(operations.map(({ id }) => id));
  const missing = [...promised].filter((id) => !(id in handlers));
  const extra = Object.keys(handlers).filter((id) => !promised.has(id));
  if (missing.length > 0 || extra.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`the contract has operations without a handler: ${missing.join(', ')}`] : []),
      ...(extra.length > 0 ? [`there are handlers the contract does not know: ${extra.join(', ')}`] : []),
    ];
    throw new Error(`Contract and handlers differ: ${parts.join('; ')}.`);
  }
  return new Map(Object.entries(handlers) as [string, Handler<OperationId>][]);
}

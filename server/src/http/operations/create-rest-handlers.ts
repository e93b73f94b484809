import type { Handlers, McpOperationId } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { changePasswordHandler } from './change-password.ts';
import { createApiKeyHandler } from './create-api-key.ts';
import { createMemoryHandler } from './create-memory.ts';
import { deleteMemoryHandler } from './delete-memory.ts';
import { getAccountHandler } from './get-account.ts';
import { getContractHandler } from './get-contract.ts';
import { getDocsHandler } from './get-docs.ts';
import { getHealthHandler } from './get-health.ts';
import { getLlmsTextHandler } from './get-llms-text.ts';
import { getMemoryHandler } from './get-memory.ts';
import { getMetricsHandler } from './get-metrics.ts';
import { getProfileHandler } from './get-profile.ts';
import { getReadinessHandler } from './get-readiness.ts';
import { getRequestStatsHandler } from './get-request-stats.ts';
import { getUsageHandler } from './get-usage.ts';
import { listApiKeysHandler } from './list-api-keys.ts';
import { listMemoriesHandler } from './list-memories.ts';
import { listRequestsHandler } from './list-requests.ts';
import { loginHandler } from './login.ts';
import { logoutHandler } from './logout.ts';
import { registerAccountHandler } from './register-account.ts';
import { retryMemoryHandler } from './retry-memory.ts';
import { revokeApiKeyHandler } from './revoke-api-key.ts';
import { searchMemoriesHandler } from './search-memories.ts';
import { updateMemoryHandler } from './update-memory.ts';

export type RestHandlers = Omit<Handlers, McpOperationId>;

/** Creates a handler for each REST operation of the contract, by operationId. */
export function createRestHandlers(services: HttpServices): RestHandlers {
  return {
    changePassword: changePasswordHandler(services),
    createApiKey: createApiKeyHandler(services),
    createMemory: createMemoryHandler(services),
    deleteMemory: deleteMemoryHandler(services),
    getAccount: getAccountHandler(),
    getContract: getContractHandler(),
    getDocs: getDocsHandler(),
    getHealth: getHealthHandler(),
    getLlmsText: getLlmsTextHandler(services),
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
    registerAccount: registerAccountHandler(services),
    retryMemory: retryMemoryHandler(services),
    revokeApiKey: revokeApiKeyHandler(services),
    searchMemories: searchMemoriesHandler(services),
    updateMemory: updateMemoryHandler(services),
  };
}

import type { ContractDocument } from '../../api/contract.ts';
import type { Handlers, McpOperationId } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { accountHandlers } from './account-handlers.ts';
import { apiKeyHandlers } from './api-key-handlers.ts';
import { createMemoriesHandler } from './create-memories-handler.ts';
import { deletionHandlers } from './deletion-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { serviceHandlers } from './service-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { transferHandlers } from './transfer-handlers.ts';
import { usageHandlers } from './usage-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';
import { writeHandlers } from './write-handlers.ts';

/** Creates a handler for each REST operation of the contract, by operationId. */
export function createRestHandlers(services: HttpServices, contract: ContractDocument): Omit<Handlers, McpOperationId> {
  return {
    ...accountHandlers(services),
    ...apiKeyHandlers(services),
    ...sessionHandlers(services),
    ...webhookHandlers(services),
    ...writeHandlers(services),
    ...deletionHandlers(services),
    createMemories: createMemoriesHandler(services, contract),
    ...transferHandlers(services, contract),
    ...readHandlers(services),
    ...usageHandlers(services),
    ...serviceHandlers(services),
  };
}

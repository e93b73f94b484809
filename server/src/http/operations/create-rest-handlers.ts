import type { Handlers, McpOperationId } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { accountHandlers } from './account-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { serviceHandlers } from './service-handlers.ts';
import { usageHandlers } from './usage-handlers.ts';
import { writeHandlers } from './write-handlers.ts';

/** Creates a handler for each REST operation of the contract, by operationId. */
export function createRestHandlers(services: HttpServices): Omit<Handlers, McpOperationId> {
  return {
    ...accountHandlers(services),
    ...writeHandlers(services),
    ...readHandlers(services),
    ...usageHandlers(services),
    ...serviceHandlers(services),
  };
}

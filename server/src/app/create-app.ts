import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { type ContractDocument, readContract } from '../api/contract.ts';
import type { Handlers } from '../api/operation-types.ts';
import type { HttpServices } from '../api/services.ts';
import { accountHandlers } from '../http/operations/account-handlers.ts';
import { readHandlers } from '../http/operations/read-handlers.ts';
import { serviceHandlers } from '../http/operations/service-handlers.ts';
import { exportHandler, importHandler } from '../http/operations/transfer-handlers.ts';
import { usageHandlers } from '../http/operations/usage-handlers.ts';
import { webhookHandlers } from '../http/operations/webhook-handlers.ts';
import { writeHandlers } from '../http/operations/write-handlers.ts';
import { createHttpApp } from '../http/server/create-http-app.ts';
import { createMcpHandlers } from '../mcp/create-mcp-handlers.ts';

export function createApp({ services, log }: { services: HttpServices; log: Logger }): RequestListener {
  const contract = readContract();
  return createHttpApp(contract, createHandlers(services, contract), services, log);
}

export function createHandlers(services: HttpServices, contract: ContractDocument): Handlers {
  return {
    ...accountHandlers(services),
    ...webhookHandlers(services),
    ...writeHandlers(services, contract),
    exportMemories: exportHandler(services),
    importMemories: importHandler(services, contract),
    ...readHandlers(services),
    ...usageHandlers(services),
    ...serviceHandlers(services),
    ...createMcpHandlers(services, contract.info.version),
  };
}

import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { readContract } from '../api/contract.ts';
import type { HttpServices } from '../api/services.ts';
import { createRestHandlers } from '../http/operations/create-rest-handlers.ts';
import { createHttpApp } from '../http/server/create-http-app.ts';
import { createMcpHandlers } from '../mcp/create-mcp-handlers.ts';

/** Serves the REST operations and the MCP endpoint with one Express application. */
export function createApp({ services, log }: { services: HttpServices; log: Logger }): RequestListener {
  const contract = readContract();
  const handlers = { ...createRestHandlers(services, contract), ...createMcpHandlers(services, contract.info.version) };
  return createHttpApp({ contract, handlers, services, log });
}

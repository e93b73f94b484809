import type { Handler } from '../../api/operation-types.ts';
import type { ToolServices } from '../create-tools.ts';
import { serverInfo } from '../discovery.ts';
import { createMcpEndpoint } from '../endpoint.ts';

export function callMcpHandler(services: ToolServices, version: string): Handler<'callMcp'> {
  const endpoint = createMcpEndpoint(services, serverInfo(version));
  return ({ body, header, logAs, counted, rejected, requestId }, principal) => {
    const { account, scopes } = principal;
    const caller = { account, scopes, idempotencyKey: header('idempotency-key'), counted };
    // The contract marks the operation as MCP, and bodies of these come as they were sent.
    return endpoint(body as unknown as Buffer, { principal, caller, requestId, header, logAs, rejected });
  };
}

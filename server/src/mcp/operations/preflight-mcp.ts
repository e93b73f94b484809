import type { Handler } from '../../api/operation-types.ts';

/** Those of the protocol, and credentials. What a client sends without need is no reason to reject its page. */
const headers = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'X-API-Key',
];

/** Whether the page may call at all has been decided before, by its origin. */
export function preflightMcpHandler(): Handler<'preflightMcp'> {
  return async ({ header }) => ({
    status: 204,
    headers: {
      Allow: 'GET, HEAD, POST, OPTIONS',
      ...(header('origin') === undefined
        ? {}
        : {
            'Access-Control-Allow-Methods': 'GET, POST',
            'Access-Control-Allow-Headers': headers.join(', '),
            'Access-Control-Max-Age': '3600',
          }),
    },
  });
}

import { describeResponses } from '../describe-responses.ts';
import {
  beyondThePlan,
  succeed,
  withAccountsAway,
  withBugInAuthentication,
  withForeignHost,
  withHeaders,
  withLargeBody,
  withoutCredential,
  withPlainText,
  withUnknownParameter,
} from '../provocations.ts';
import type { Call } from '../start-test-app.ts';

describeResponses('callMcp', {
  '200: the result of a tool': succeed,
  '202: a notification': async (call, apps) => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    return (await apps.open()).call({ ...call, body });
  },
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: no credential': withoutCredential,
  '403: a host that is not allowed': withForeignHost,
  '404: a method that the current version does not have': async (call, apps) =>
    (await apps.open()).call(inCurrentVersion(call, 'memories/burn')),
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: the rate limit of the plan is used up': beyondThePlan,
  '500: a bug before a tool runs: inside a tool it is a result': withBugInAuthentication,
  '503: a store that is unavailable before a tool runs: inside a tool it is a result': withAccountsAway,
});

function inCurrentVersion(call: Call, method: string): Call {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta } };
  return { ...withHeaders(call, { 'MCP-Protocol-Version': version, 'Mcp-Method': method }), body };
}

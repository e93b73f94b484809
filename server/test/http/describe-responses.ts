import { describe, expect } from 'vitest';
import type { OperationId } from '../../src/api/operation-types.ts';
import type { ReceivedResponse } from './check-response.ts';
import { secretOfTheBug } from './faults.ts';
import { goodCall } from './good-calls.ts';
import { it, type SharedApps } from './shared-apps.ts';
import type { Call } from './start-test-app.ts';

/** Changes a good request of `operationId` and sends it, so that the response has a certain status. */
export type Provoke = (call: Call, apps: SharedApps, operationId: OperationId) => Promise<ReceivedResponse>;

const codes: Record<number, RegExp> = {
  400: /^invalid_request$/,
  401: /^unauthenticated$/,
  403: /^(account_suspended|origin_not_allowed|insufficient_scope|registration_closed|host_not_allowed)$/,
  404: /^(not_found|version_not_kept)$/,
  405: /^method_not_allowed$/,
  409: /^(idempotency_key_reused|conflict|confirmation_mismatch)$/,
  412: /^precondition_failed$/,
  413: /^payload_too_large$/,
  415: /^unsupported_media_type$/,
  422: /^sensitive_content$/,
  429: /^rate_limited$/,
  500: /^internal$/,
  503: /^unavailable$/,
};

/**
 * Proves one response of an operation for each status that the contract names.
 * @param provocations by title, which begins with the status
 */
export function describeResponses(operationId: OperationId, provocations: Record<string, Provoke>): void {
  describe(operationId, () => {
    it.for(Object.entries(provocations))('%s', async ([title, provoke], { apps }) => {
      const app = await apps.open();
      const response = await provoke(await goodCall(app, app.first, operationId), apps, operationId);
      expect(response.status, response.text).toBe(Number.parseInt(title, 10));
      if (response.status >= 400) expectProblem(response);
    });
  });
}

function expectProblem({ status, headers, body, text }: ReceivedResponse): void {
  if (body.jsonrpc) {
    // JSON-RPC has codes of its own.
    expect(body.error.code).toBe(status === 401 ? -32010 : -32601);
    return;
  }
  expect(body.code).toMatch(codes[status] as RegExp);
  expect(text).not.toContain(secretOfTheBug);
  if (status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
  if (status === 500) expect(body.detail).toContain(body.request_id);
}

import type { AppendedRequest } from '../src/domain/usage/request-log-commands.ts';

let made = 0;

/** Makes a request as the log gets it. */
export function makeRequest(changes: Partial<AppendedRequest> = {}): AppendedRequest {
  return {
    ...{ id: `req_${made++}`, accountId: 'acct_ana', createdAt: 0, method: 'POST', path: '/memories', source: 'rest' },
    ...{ operation: 'createMemory', statusCode: 202, latencyMs: 3.5, latencyStep: 10, keyId: 'key_1' },
    ...{ keyPrefix: 'mnk_12345678', metered: null, meteredTimes: 1, count: 1, limitedMinute: null, ...changes },
  };
}

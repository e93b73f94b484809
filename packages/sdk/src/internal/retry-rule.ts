import { APIConnectionError, APIError, type MnemaError } from '../errors.ts';

const firstDelayMs = 500;
const maxDelayMs = 8_000;
const maxRetryAfterSeconds = 60;

/** The failures after which a call may be repeated: `undone` allows only those that exclude a change by the service. */
export type Repeatable = 'always' | 'undone';

function isPassing(error: MnemaError, repeatable: Repeatable): boolean {
  if (!APIError.is(error)) return repeatable === 'always' && APIConnectionError.is(error);
  const { status, code } = error;
  if (status === 429) return code === 'rate_limited';
  if (repeatable === 'undone') return status === 503;
  return status === 408 || (status !== null && status >= 500);
}

/** Returns the milliseconds to wait before the next attempt; null when none follows. */
export function retryDelayMs(error: MnemaError, repeatable: Repeatable, random = Math.random): number | null {
  if (!isPassing(error, repeatable)) return null;
  if (error.retryAfter !== null) {
    return error.retryAfter <= maxRetryAfterSeconds ? error.retryAfter * 1000 : null;
  }
  const delayMs = Math.min(firstDelayMs * 2 ** (error.attempts - 1), maxDelayMs);
  return delayMs * (1 - 0.25 * random());
}

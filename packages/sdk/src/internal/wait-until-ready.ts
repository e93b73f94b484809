import { APIAbortError, APITimeoutError, MemoryFailedError, WaitTimeoutError } from '../errors.ts';
import type { CallOptions, WaitOptions } from '../options.ts';
import type { Memory } from '../types.ts';
import { pause } from './pause.ts';
import { checkTimeout } from './settings.ts';

const firstPauseMs = 100;
const maxPauseMs = 1_000;
const defaultTimeoutMs = 60_000;
/** The minimum of time left for a further attempt after one without a response. */
const minRetryMs = 500;

/**
 * Reads a memory repeatedly until its ingest has ended.
 * @throws {MemoryFailedError | WaitTimeoutError | MnemaError}
 */
export async function waitUntilReady(
  read: (options: CallOptions, deadlineMs: number) => Promise<Memory>,
  memoryId: string,
  given: WaitOptions | null | undefined,
): Promise<Memory> {
  const { timeoutMs: wanted = defaultTimeoutMs, ...options } = given ?? {};
  const timeoutMs = checkTimeout(wanted, 'invalid_argument');
  const deadlineMs = performance.now() + timeoutMs;
  const timedOut = (cause?: unknown): WaitTimeoutError => {
    const detail = `memory ${memoryId} is not ready after ${timeoutMs} ms`;
    return new WaitTimeoutError(detail, { code: 'wait_timeout', detail, cause });
  };
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    if (performance.now() >= deadlineMs) throw timedOut();
    const memory = await read(options, deadlineMs).catch((error: unknown) => {
      throw APITimeoutError.is(error) && performance.now() + minRetryMs >= deadlineMs ? timedOut(error) : error;
    });
    if (memory.status === 'ready') return memory;
    if (memory.status === 'failed') {
      const detail = memory.failure?.message ?? 'its ingest failed';
      throw new MemoryFailedError(`memory ${memoryId} failed: ${detail}`, { code: 'memory_failed', detail });
    }
    await pause(Math.min(pauseMs, Math.max(0, deadlineMs - performance.now())), options.signal);
    if (options.signal?.aborted) {
      throw new APIAbortError(`aborted by the caller while waiting for memory ${memoryId}`, {
        code: 'aborted',
        cause: options.signal.reason,
      });
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ProviderError } from './provider-error.ts';

export interface CallLimits {
  maxAttempts: number;
  /** The time limit of one attempt, including the body of the response. */
  attemptMs: number;
  /** The time limit of all attempts and the pauses between them. */
  deadlineMs: number;
  /** The maximum of the time for which a call waits for a provider that is known to be down. */
  patienceMs: number;
}

/** Calls to one provider, with deadlines, useful repetitions, and quick failures while the provider is down. */
export interface ProviderCalls {
  /**
   * @param work - makes one attempt, which should end with `signal`; otherwise the call ends without it
   * @throws {ProviderError} the last error of `work`, or that of a deadline, an open circuit or `close`
   */
  call<Result>(limits: CallLimits, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Aborts the calls under way and rejects further ones. */
  close(): void;
}

const firstPauseMs = 200;

/**
 * The repetition of the clients is not used: it sleeps through an abort, starts its timeout again with every attempt
 * and drops it once the headers have arrived (docs/decisions/0023).
 */
export function createProviderCalls(provider: string): ProviderCalls {
  const breaker = createCircuitBreaker(() => performance.now());
  const closed = new AbortController();

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed.signal, ref: false }).catch(() => {});
    if (closed.signal.aborted) throw closedError(provider);
  }

  /** Waits until the circuit breaker lets the call through. */
  async function pass(leftMs: () => number, patienceMs: number): Promise<void> {
    const givenUpAt = performance.now() + patienceMs;
    for (let admission = breaker.admit(); admission.waitMs > 0; admission = breaker.admit()) {
      const { waitMs } = admission;
      if ('reason' in admission && (waitMs > leftMs() || performance.now() + waitMs > givenUpAt)) {
        throw circuitOpenError(admission.reason, waitMs);
      }
      await pause(waitMs);
    }
  }

  return {
    async call(limits, work) {
      const startedAt = performance.now();
      const leftMs = () => startedAt + limits.deadlineMs - performance.now();
      for (let attempts = 1; ; attempts++) {
        if (closed.signal.aborted) throw closedError(provider);
        await pass(leftMs, limits.patienceMs);
        try {
          const result = await attempt(provider, Math.min(limits.attemptMs, leftMs()), closed.signal, work);
          breaker.succeeded();
          return result;
        } catch (error) {
          if (closed.signal.aborted) throw closedError(provider);
          if (!(error instanceof ProviderError)) {
            // A fault of this program must not leave the circuit half-open for ever.
            breaker.succeeded();
            throw error;
          }
          breaker.failed(error);
          const pauseMs = Math.max(error.retryAfterMs ?? 0, firstPauseMs * 2 ** (attempts - 1));
          const again = error.fault === 'outage' && attempts < limits.maxAttempts;
          if (!again || pauseMs >= leftMs() || pauseMs > limits.patienceMs) throw error;
          await pause(pauseMs);
        }
      }
    },
    close() {
      closed.abort();
    },
  };
}

/** Makes one attempt, which ends in time and when the provider is closed, whether or not `work` obeys its signal. */
async function attempt<Result>(
  provider: string,
  ms: number,
  closed: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const over = new Promise<never>((_, reject) => {
    closed.addEventListener('abort', () => reject(closedError(provider)), { once: true, signal: ended.signal });
  });
  over.catch(() => {});
  try {
    const signal = AbortSignal.any([closed, ended.signal]);
    return await withTimeout(
      ms,
      () => Promise.race([work(signal), over]),
      () => {
        throw new ProviderError(`${provider} did not answer within ${Math.round(ms)} ms`, { fault: 'outage' });
      },
    );
  } finally {
    ended.abort();
  }
}

function circuitOpenError({ message, fault, detail }: ProviderError, waitMs: number): ProviderError {
  const seconds = Math.max(1, Math.round(waitMs / 1_000));
  return new ProviderError(`${message}; asked again in ${seconds} s`, { fault, retryAfterMs: waitMs, detail });
}

function closedError(provider: string): ProviderError {
  return new ProviderError(`the client of ${provider} is closed`, { fault: 'outage' });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ProviderError } from './provider-error.ts';

export interface CallLimits {
  maxAttempts: number;
  /** One attempt, its body included. */
  attemptMs: number;
  /** All attempts and the pauses between them. */
  deadlineMs: number;
  /** How long to wait for a provider that is known to be down before giving up at once. */
  patienceMs: number;
}

/** Calls to one provider: each within its deadline, repeated where that helps, none while it is known to be down. */
export interface ProviderCalls {
  /**
   * @param work one attempt; must end soon after `signal`, and is not waited for if it does not
   * @throws {ProviderError} the last one that `work` threw, or ours
   */
  call<Result>(limits: CallLimits, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Ends what is under way; every call after that is rejected. */
  close(): void;
}

const firstPauseMs = 200;

/**
 * The clients' own repetition is not used: it sleeps through an abort, starts its timeout anew with every attempt and
 * forgets it once the headers are there (docs/decisions/0023).
 */
export function createProviderCalls({
  provider,
  monotonicMs = () => performance.now(),
}: {
  /** The name in messages. */
  provider: string;
  monotonicMs?: () => number;
}): ProviderCalls {
  const breaker = createCircuitBreaker(monotonicMs);
  const closed = new AbortController();

  async function attempt<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const ended = new AbortController();
    const signal = AbortSignal.any([closed.signal, ended.signal]);
    const over = new Promise<never>((_, reject) => {
      closed.signal.addEventListener('abort', () => reject(closedError(provider)), {
        once: true,
        signal: ended.signal,
      });
    });
    const late = sleep(ms, undefined, { signal: ended.signal, ref: false }).then(() => {
      throw new ProviderError(`${provider} did not answer within ${Math.round(ms)} ms`, { fault: 'outage' });
    });
    try {
      return await Promise.race([work(signal), late, over]);
    } finally {
      ended.abort();
      late.catch(() => {});
      over.catch(() => {});
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed.signal, ref: false }).catch(() => {});
    if (closed.signal.aborted) throw closedError(provider);
  }

  /** Waits until calls are let through. */
  async function pass(leftMs: () => number, patienceMs: number): Promise<void> {
    const givenUpAt = monotonicMs() + patienceMs;
    for (let admission = breaker.admit(); admission.waitMs > 0; admission = breaker.admit()) {
      if ('reason' in admission && (admission.waitMs > leftMs() || monotonicMs() + admission.waitMs > givenUpAt)) {
        const seconds = Math.max(1, Math.round(admission.waitMs / 1_000));
        const { message, fault, detail } = admission.reason;
        throw new ProviderError(`${message}; asked again in ${seconds} s`, {
          fault,
          retryAfterMs: admission.waitMs,
          detail,
        });
      }
      await pause(admission.waitMs);
    }
  }

  return {
    async call(limits, work) {
      const startedAt = monotonicMs();
      const leftMs = () => startedAt + limits.deadlineMs - monotonicMs();
      for (let attempts = 1; ; attempts++) {
        if (closed.signal.aborted) throw closedError(provider);
        await pass(leftMs, limits.patienceMs);
        try {
          const result = await attempt(Math.min(limits.attemptMs, leftMs()), work);
          breaker.succeeded();
          return result;
        } catch (error) {
          if (closed.signal.aborted) throw closedError(provider);
          if (!(error instanceof ProviderError)) {
            // A fault of ours must not leave the circuit half-open for ever.
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

function closedError(provider: string): ProviderError {
  return new ProviderError(`the client of ${provider} is closed`, { fault: 'outage' });
}

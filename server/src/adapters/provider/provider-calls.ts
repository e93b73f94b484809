import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { ProviderError } from './provider-dialect.ts';

export interface CallLimits {
  maxAttempts: number;
  /** The time limit of one attempt, including the body of the response. */
  attemptMs: number;
  /** The time limit of all attempts and the pauses between them. */
  deadlineMs: number;
  /** The maximum time for which a call waits for a provider that is known to be unavailable. */
  patienceMs: number;
}

const firstPauseMs = 200;

/**
 * Calls one provider, with deadlines, useful retries, and quick failures while the provider is unavailable.
 * @param toError converts the errors of calls to those of the port
 */
export function createProviderCalls(provider: string, toError: (error: ProviderError) => Error) {
  const breaker = createCircuitBreaker(() => performance.now());
  const closed = new AbortController();

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed.signal, ref: false }).catch(() => {});
    if (closed.signal.aborted) throw closedError(provider);
  }

  async function attemptAll<Result>(
    limits: CallLimits,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const startedAt = performance.now();
    const leftMs = () => startedAt + limits.deadlineMs - performance.now();
    for (let attempts = 1; ; attempts++) {
      if (closed.signal.aborted) throw closedError(provider);
      await pass(breaker, pause, { leftMs, patienceMs: limits.patienceMs });
      try {
        // On a busy machine, the deadline may be over before the attempt begins.
        const ms = Math.max(0, Math.min(limits.attemptMs, leftMs()));
        const limitMs = ms < limits.attemptMs ? limits.deadlineMs : limits.attemptMs;
        const result = await attempt({ provider, ms, limitMs, closed: closed.signal }, work);
        breaker.succeeded();
        return result;
      } catch (error) {
        if (closed.signal.aborted) throw closedError(provider);
        if (!(error instanceof ProviderError)) {
          // A bug in this program must not leave the circuit half-open permanently.
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
  }

  return {
    /**
     * @param work makes one attempt, which should end with `signal`; otherwise the call ends without it
     * @throws the last error of `work`, or the error of a deadline, an open circuit or `close`
     */
    call: <Result>(limits: CallLimits, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
      attemptAll(limits, work).catch((error: unknown) => {
        throw error instanceof ProviderError ? toError(error) : error;
      }),
    /** @throws after `close` */
    check(): void {
      if (closed.signal.aborted) throw toError(closedError(provider));
    },
    close(): void {
      closed.abort();
    },
  };
}

/** Waits until the circuit breaker lets the call through. */
async function pass(
  breaker: ReturnType<typeof createCircuitBreaker>,
  pause: (ms: number) => Promise<void>,
  { leftMs, patienceMs }: { leftMs: () => number; patienceMs: number },
): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  for (let admission = breaker.admit(); admission.waitMs > 0; admission = breaker.admit()) {
    const { waitMs } = admission;
    if ('reason' in admission && (waitMs > leftMs() || performance.now() + waitMs > givenUpAt)) {
      throw circuitOpenError(admission.reason, waitMs);
    }
    await pause(waitMs);
  }
}

/**
 * Makes one attempt, which ends in time and when the provider is closed, whether or not `work` obeys its signal. The
 * signal is aborted only after a failure: for Node, the abort of a completed call would cost as much as the call.
 * @param options.limitMs the configured limit behind `ms`, for the message
 */
async function attempt<Result>(
  options: { provider: string; ms: number; limitMs: number; closed: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { provider, ms, limitMs, closed } = options;
  if (closed.aborted) throw closedError(provider);
  const running = new AbortController();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  const close = () => over.reject(closedError(provider));
  closed.addEventListener('abort', close, { once: true });
  try {
    return await withTimeout(
      ms,
      () => Promise.race([work(running.signal), over.promise]),
      () => {
        throw new ProviderError('outage', `${provider} did not respond within ${limitMs} ms`);
      },
    );
  } catch (error) {
    running.abort();
    throw error;
  } finally {
    closed.removeEventListener('abort', close);
  }
}

function circuitOpenError({ message, fault, cause }: ProviderError, waitMs: number): ProviderError {
  const seconds = Math.max(1, Math.round(waitMs / 1_000));
  return new ProviderError(fault, `${message}; the next attempt is in ${seconds} s`, { retryAfterMs: waitMs, cause });
}

function closedError(provider: string): ProviderError {
  return new ProviderError('outage', `the client of ${provider} is closed`);
}

const maxOutages = 5;
const outageOpen = { firstMs: 2_000, maxMs: 60_000 };
/** A wrong key or model makes every call fail. A call from time to time shows whether it was corrected. */
const settingOpenMs = 10_000;
/** The pause of other calls while one call tests whether the provider is available again. */
const trialPollMs = 100;

/**
 * Prevents calls to a provider that is unavailable or sent a Retry-After. When the time of the circuit breaker is over,
 * it is half-open. One call is then let through as a trial, and its result decides about the others.
 */
export function createCircuitBreaker(monotonicMs: () => number) {
  let outages = 0;
  let openings = 0;
  let open: { until: number; reason: ProviderError; onTrial: boolean } | undefined;

  function openFor(durationMs: number, reason: ProviderError): void {
    const until = monotonicMs() + durationMs;
    open = { until: Math.max(until, open?.onTrial === false ? open.until : 0), reason, onTrial: false };
  }

  return {
    /** `waitMs` is 0 if the call may begin, or the time until the next attempt after the error `reason`. */
    admit(): { waitMs: 0 } | { waitMs: number; reason: ProviderError } {
      if (!open) return { waitMs: 0 };
      const leftMs = open.until - monotonicMs();
      if (leftMs > 0) return { waitMs: leftMs, reason: open.reason };
      if (open.onTrial) return { waitMs: trialPollMs, reason: open.reason };
      open.onTrial = true;
      return { waitMs: 0 };
    },
    succeeded(): void {
      outages = 0;
      openings = 0;
      open = undefined;
    },
    failed(error: ProviderError): void {
      if (error.fault === 'text') {
        // The provider responds, so any fault concerns this text.
        this.succeeded();
        return;
      }
      if (error.fault === 'setting') {
        openFor(settingOpenMs, error);
        return;
      }
      outages++;
      if (error.retryAfterMs !== undefined) openFor(error.retryAfterMs, error);
      else if (open?.onTrial || outages >= maxOutages) {
        openFor(backoffMs(openings, outageOpen), error);
        openings++;
      }
    },
  };
}

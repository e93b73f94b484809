import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
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

/** A model for one kind of calls. */
export type RemoteModel = { model: string; limits?: CallLimits };

const firstPauseMs = 200;

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/** @param toError converts the errors of calls to those of the port */
export function createProviderCalls(provider: string, toError: (error: ProviderError) => Error) {
  const breaker = createCircuitBreaker(() => performance.now());
  const closing = new AbortController();
  const { signal: closed } = closing;
  const closedError = new ProviderError('outage', `the client of ${provider} is closed`);

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed, ref: false }).catch(() => {});
    closed.throwIfAborted();
  }

  async function attemptAll<Result>(limits: CallLimits, work: Work<Result>): Promise<Result> {
    const { attemptMs, deadlineMs, patienceMs } = limits;
    const until = performance.now() + deadlineMs;
    for (let attempts = 1; ; attempts++) {
      closed.throwIfAborted();
      await pass(breaker, pause, Math.min(until, performance.now() + patienceMs));
      try {
        // On a busy machine, the deadline may be over before the attempt begins.
        const ms = Math.max(0, Math.min(attemptMs, until - performance.now()));
        const late = `${provider} did not respond within ${ms < attemptMs ? deadlineMs : attemptMs} ms`;
        const result = await attempt(work, closed, ms, late);
        breaker.succeeded();
        return result;
      } catch (error) {
        closed.throwIfAborted();
        if (!(error instanceof ProviderError)) {
          // A bug in this program must not leave the circuit half-open permanently.
          breaker.succeeded();
          throw error;
        }
        breaker.failed(error);
        const pauseMs = Math.max(error.retryAfterMs ?? 0, firstPauseMs * 2 ** (attempts - 1));
        const again = error.fault === 'outage' && attempts < limits.maxAttempts;
        if (!again || pauseMs >= until - performance.now() || pauseMs > patienceMs) throw error;
        await pause(pauseMs);
      }
    }
  }

  return {
    /** @param work makes one attempt @throws its last error, or that of a deadline, an open circuit or `close` */
    call: <Result>(limits: CallLimits, work: Work<Result>): Promise<Result> =>
      attemptAll(limits, work).catch((error: unknown) => {
        throw error instanceof ProviderError ? toError(error) : error;
      }),
    check(): void {
      if (closed.aborted) throw toError(closedError);
    },
    close: () => closing.abort(closedError),
  };
}

type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

async function pass(breaker: CircuitBreaker, pause: (ms: number) => Promise<void>, until: number): Promise<void> {
  for (let { waitMs, reason } = breaker.admit(); reason; { waitMs, reason } = breaker.admit()) {
    if (performance.now() + waitMs > until) {
      const { message, fault, cause } = reason;
      const seconds = Math.max(1, Math.round(waitMs / 1_000));
      const circuitOpen = `${message}; the next attempt is in ${seconds} s`;
      throw new ProviderError(fault, circuitOpen, { retryAfterMs: waitMs, cause });
    }
    await pause(waitMs);
  }
}

/**
 * Makes one attempt, which ends in time and when the provider is closed, whether or not `work` obeys its signal. The
 * signal is aborted only after a failure: for Node, the abort of a completed call would cost as much as the call.
 */
async function attempt<Result>(work: Work<Result>, closed: AbortSignal, ms: number, late: string): Promise<Result> {
  closed.throwIfAborted();
  const running = new AbortController();
  const over = Promise.withResolvers<never>();
  const close = () => over.reject(closed.reason);
  closed.addEventListener('abort', close, { once: true });
  const timer = setTimeout(() => over.reject(new ProviderError('outage', late)), ms);
  try {
    return await Promise.race([work(running.signal), over.promise]);
  } catch (error) {
    running.abort();
    throw error;
  } finally {
    clearTimeout(timer);
    closed.removeEventListener('abort', close);
  }
}

const maxOutages = 5;
const outageOpen = { firstMs: 2_000, maxMs: 60_000 };
/** A wrong key or model makes every call fail. A call from time to time shows whether it was corrected. */
const settingOpenMs = 10_000;
/** The pause of other calls while one call tests whether the provider is available again. */
const trialPollMs = 100;

/** Stops calls to a provider that is unavailable. Later, one call is a trial, whose result decides about the others. */
export function createCircuitBreaker(monotonicMs: () => number) {
  let outages = 0;
  let openings = 0;
  let open: { until: number; reason: ProviderError; onTrial: boolean } | undefined;

  function openFor(durationMs: number, reason: ProviderError): void {
    const until = monotonicMs() + durationMs;
    open = { until: Math.max(until, open?.onTrial === false ? open.until : 0), reason, onTrial: false };
  }

  return {
    /** Without a reason, the call may begin. Otherwise `waitMs` is the time until the next attempt after that error. */
    admit(): { waitMs: number; reason?: ProviderError } {
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
      if (error.fault === 'outage') outages++;
      // With a fault of the text, the provider responds.
      if (error.fault === 'text') this.succeeded();
      else if (error.fault === 'setting') openFor(settingOpenMs, error);
      else if (error.retryAfterMs !== undefined) openFor(error.retryAfterMs, error);
      else if (open?.onTrial || outages >= maxOutages) openFor(backoffMs(openings++, outageOpen), error);
    },
  };
}

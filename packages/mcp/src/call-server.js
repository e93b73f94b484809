import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from './fault.js';
import { protocolHeaders } from './protocol-headers.js';
import { readResponse } from './read-response.js';

/**
 * Sends a message to the server, and retries it if that may help, until there is a response.
 * @callback Call
 * @param {Buffer} line the message as it was received
 * @param {import('./message.js').Message} message
 * @param {AbortSignal} signal ends the work; its reason is thrown
 * @returns {Promise<string | undefined>} the response, one line; undefined for a notification
 * @throws {Fault}
 */

const firstPauseMs = 100;
const maxPauseMs = 2_000;
/** The codes of errors without any connection, so that no request was sent. */
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EACCES|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * @param {import('./read-settings.js').Settings} settings
 * @param {{ version: string, log: (text: string) => void }} context
 * @returns {Call}
 */
export function createCall({ endpoint, key, timeoutMs, fault: settingsFault }, { version, log }) {
  // One attempt may take half of the time, so that a second one fits after a connection that hangs.
  const attemptMs = timeoutMs / 2;
  const until = { soon: timeoutMs / 4, late: 0.6 * timeoutMs };
  /** @type {string | undefined} the protocol version of the last handshake */
  let agreed;

  /** @type {(line: Buffer, message: import('./message.js').Message, headers: Record<string, string>, signal: AbortSignal, maxMs: number) => Promise<string | undefined>} */
  async function attempt(line, message, headers, signal, maxMs) {
    const limit = new AbortController();
    const end = () => limit.abort(signal.reason);
    const timer = setTimeout(() => limit.abort(timeoutFault(timeoutMs)), maxMs);
    signal.addEventListener('abort', end);
    try {
      signal.throwIfAborted();
      const response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(line),
        redirect: 'manual',
        signal: limit.signal,
      });
      const reply = await readResponse(response, message);
      if (message.method === 'initialize') agreed = versionIn(reply?.body) ?? agreed;
      return reply?.line;
    } catch (error) {
      if (limit.signal.aborted) throw sentBefore(limit.signal.reason);
      throw error instanceof Fault ? error : connectionFault(error, endpoint, message);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  }

  return async (line, message, signal) => {
    if (settingsFault !== undefined) throw new Fault('not_configured', settingsFault);
    const startedAt = performance.now();
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'User-Agent': `mnema-mcp/${version}`,
      'X-API-Key': key,
      ...protocolHeaders(message, agreed),
      // All attempts have the same headers, so that a completed write gets its first response again.
      ...(message.method === 'tools/call' ? { 'Idempotency-Key': randomUUID() } : {}),
    };
    let mayBeDone = false;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      try {
        const leftMs = startedAt + timeoutMs - performance.now();
        return await attempt(line, message, headers, signal, Math.min(attemptMs, leftMs));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        // The same applies if a later attempt was not sent: the server may have received an earlier one.
        mayBeDone ||= error.facts['may_be_done'] === true;
        if (mayBeDone) error.addMayBeDone();
        if (error.again === undefined) throw error;
        const waitMs = error.retryAfterMs ?? pauseMs * (0.75 + Math.random() / 2);
        if (performance.now() + waitMs - startedAt > until[error.again]) throw error;
        log(`${error.message} Trying again.`);
        await sleep(waitMs, undefined, { signal }).catch(() => {
          throw mayBeDone ? sentBefore(signal.reason) : signal.reason;
        });
      }
    }
  };
}

/** @param {Record<string, unknown> | undefined} body of the response to a handshake */
function versionIn(body) {
  const result = /** @type {{ protocolVersion?: unknown } | undefined} */ (body?.['result']);
  const version = result?.protocolVersion;
  return typeof version === 'string' && /^[\x21-\x7e]+$/.test(version) ? version : undefined;
}

/** @param {number} timeoutMs */
function timeoutFault(timeoutMs) {
  const text = `The server does not respond in time (MNEMA_TIMEOUT_SECONDS is ${timeoutMs / 1_000}).`;
  return new Fault('timeout', text).worthRetrying('late');
}

/**
 * Returns the reason to give up a request that was sent.
 * @param {unknown} reason a fault, unless the client has cancelled the request
 */
function sentBefore(reason) {
  return reason instanceof Fault ? reason.addMayBeDone() : reason;
}

/**
 * @param {unknown} error the error that fetch threw
 * @param {string} endpoint
 * @param {import('./message.js').Message} message
 */
function connectionFault(error, endpoint, { method }) {
  const cause = /** @type {{ code?: string, message?: string } | undefined} */ (
    error instanceof Error ? (error.cause ?? error) : undefined
  );
  const reason = cause?.code ?? cause?.message ?? String(error);
  const address = new URL(endpoint).origin;
  if (/CERT|SIGNATURE|ISSUER|TLS|SSL/.test(reason)) {
    return new Fault('bad_certificate', `The certificate of ${address} is not trusted here (${reason}).`);
  }
  const fault = new Fault(
    'unreachable',
    `The Mnema server at ${address} can't be reached (${reason}). Is it running, and is MNEMA_BASE_URL right?`,
  );
  if (method !== 'tools/call' || neverSent.test(reason)) return fault.worthRetrying('soon');
  // A write that may be completed is worth the longer wait for the server's response.
  return fault.addMayBeDone().worthRetrying('late');
}

import { MnemaError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** The request does not come from the service, or it is too old. Respond with 400, and ignore it. */
export class WebhookVerificationError extends MnemaError {
  static override readonly name: string = 'WebhookVerificationError';
  declare readonly name: 'WebhookVerificationError';
  declare readonly code: 'webhook_verification';
}

/** Headers as `fetch` and Node.js have them. The case of their names does not matter. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The options of {@link unwrap}. */
export interface UnwrapOptions {
  /** The maximum number of seconds between the time of the signature and now, in both directions; 300 by default. */
  toleranceSeconds?: number | undefined;
}

const defaultToleranceSeconds = 300;
const version = 'v1,';

const rejected = (message: string, cause?: unknown): WebhookVerificationError =>
  new WebhookVerificationError(message, { code: 'webhook_verification', detail: message, cause });
const invalid = (message: string): MnemaError => new MnemaError(message, { code: 'invalid_argument', detail: message });

/** Returns the key of a secret (`whsec_…`). Its message never contains the secret. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  let key = '';
  try {
    key = atob(secret.replace(/^whsec_/, ''));
  } catch {
    // The key stays empty, which is rejected below.
  }
  if (key !== '') return Uint8Array.from(key, (character) => character.charCodeAt(0));
  throw invalid('secret must be the secret of the webhook (whsec_…), which its creation or rotation returned');
}

/** Returns the bytes of a body. In the tests of a receiver, they may be of another realm, where `instanceof` fails. */
function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return body;
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw invalid('body must be the received text or bytes: parsed JSON has lost what was signed');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) && found.length === 1 ? found[0] : found;
  if (typeof value === 'string' && value !== '') return value;
  throw rejected(`the header ${name} is missing`);
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw rejected('the header webhook-timestamp is no number of seconds');
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const distance = age > 0 ? `${age} seconds old` : `${-age} seconds in the future`;
  throw rejected(`the signature is ${distance}, more than ${toleranceSeconds}: check the clock of this machine`);
}

/** Compares two texts in a time that depends on their lengths only. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

async function sign(key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto;
  const hmac = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return btoa(String.fromCharCode(...new Uint8Array(await subtle.sign('HMAC', hmac, content))));
}

function readEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw rejected('the body is not JSON', error);
  }
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  throw rejected('the body is not an event');
}

/**
 * Verifies a request to a webhook according to Standard Webhooks, and returns its event. It uses only WebCrypto, so it
 * runs in Node.js, Bun, Deno and workers. An event may arrive twice: remember each `webhook-id` that you have handled.
 * @param body The body as it was received. Do not parse it before.
 * @param headers The headers of the request.
 * @param secret The secret of the webhook (`whsec_…`), or a list of secrets of which any may have signed.
 * @throws {WebhookVerificationError} when the signature is missing, wrong or too old
 * @throws {MnemaError} `invalid_argument`, without a usable secret or the received body
 */
export async function unwrap(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const keys = [secret].flat().map(keyOf);
  if (keys.length === 0) throw invalid('secret must have at least one secret');
  if (!(toleranceSeconds >= 0)) throw invalid(`toleranceSeconds ${toleranceSeconds} must be a number from 0`);
  const received = bytesOf(body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  checkTime(timestamp, toleranceSeconds);
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + received.length);
  content.set(prefix);
  content.set(received, prefix.length);
  for (const key of keys) {
    const expected = version + (await sign(key, content));
    if (signatures.some((signature) => isSame(expected, signature))) return readEvent(received);
  }
  throw rejected('no signature fits the body: check the secret, and pass the body as it was received');
}

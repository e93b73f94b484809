import { createHmac } from 'node:crypto';
import type { Webhook } from '../events/kinds.ts';

const secretPrefix = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes. */
export const secretBytes = 32;

export function toSecret(bytes: Buffer): string {
  return `${secretPrefix}${bytes.toString('base64')}`;
}

/** Returns the headers of an attempt according to Standard Webhooks, with a signature by each valid secret. */
export function signDelivery(
  { secret, previousSecret, previousSecretEndsAt }: Pick<Webhook, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const isHeld = previousSecret !== null && previousSecretEndsAt !== null && previousSecretEndsAt > now;
  const signatures = [secret, ...(isHeld ? [previousSecret] : [])].map((one) => {
    const key = Buffer.from(one.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}

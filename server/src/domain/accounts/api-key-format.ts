import { hash as oneShotHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Identifiers } from '../../ports/identifiers.ts';

const checksumLength = base62Length(32);
const shownLength = 12;

export const apiKeys = createFormat({ prefix: 'mnk_', randomBytes: 20 });
export const accessTokens = createFormat({ prefix: 'mnt_', randomBytes: 32 });
export const signInCodes = createFormat({ prefix: 'mno_', randomBytes: 20 });

/**
 * A secret consists of a prefix, random digits and six digits of checksum, and a double click selects all of it. The
 * prefix lets scanners find leaked secrets. The checksum lets the server reject mistyped ones without a query.
 */
function createFormat({ prefix, randomBytes }: { prefix: string; randomBytes: number }) {
  const bodyLength = prefix.length + base62Length(randomBytes * 8);
  return {
    make(identifiers: Pick<Identifiers, 'secret'>): string {
      const body = prefix + toBase62(identifiers.secret(randomBytes));
      return body + checksum(body);
    },
    /** Whether the text has the form of a secret from `make`. The secret need not exist. */
    isValid(text: string): boolean {
      if (text.length !== bodyLength + checksumLength || !text.startsWith(prefix)) return false;
      const body = text.slice(0, bodyLength);
      return /^[0-9A-Za-z]+$/.test(body.slice(prefix.length)) && text.slice(bodyLength) === checksum(body);
    },
    /** Whether the text is probably meant to be such a secret, even if it is damaged. */
    isMeant: (text: string) => text.startsWith(prefix),
  };
}

/** Makes the hash that the store keeps. A plain hash suffices, because nobody can guess 160 random bits. */
export function hashSecret(secret: string): string {
  return oneShotHash('sha256', secret);
}

export function keyPrefixOf(key: string): string {
  return key.slice(0, shownLength);
}

function checksum(body: string): string {
  let text = '';
  for (let value = crc32(body); value > 0; value = Math.floor(value / 62)) text = digits[value % 62] + text;
  return text.padStart(checksumLength, '0');
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62Length(bits: number): number {
  return Math.ceil(bits / Math.log2(62));
}

/** Writes bytes as one big-endian number, padded to the length of the greatest number of so many bytes. */
export function toBase62(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; value > 0n; value /= 62n) text = digits[Number(value % 62n)] + text;
  return text.padStart(base62Length(bytes.length * 8), '0');
}

import { type DomainError, invalidRequest } from '../../ports/errors.ts';
import type { Message, Metadata } from '../../ports/memory.ts';
import { toText } from '../text/joined-text.ts';
import { redactText } from './content-policy.ts';

const textLimitCharacters = 100_000;
const metadataLimitBytes = 16 * 1024;

/** Checks the content of a new memory, and returns its text: the given one, or the joined messages. */
export function checkWords({ text, messages }: { text?: string | undefined; messages?: Message[] | undefined }): {
  text: string;
  messages: Message[] | null;
} {
  if (text !== undefined) {
    if (messages) throw fault('/text', 'and /messages cannot be combined: send one of them');
    return { text: checkText(text), messages: null };
  }
  if (!messages) throw fault('/text', 'is missing: send either text or messages');
  if (messages.length === 0) throw fault('/messages', 'have no text: send at least one message with some');
  const blank = messages.findIndex(({ content }) => content.trim() === '');
  if (blank >= 0) throw fault(`/messages/${blank}/content`, 'is blank: leave the message out, or send some text');
  return { text: checkLength('/messages', toText(messages)), messages };
}

export function checkText(text: string): string {
  if (text.trim() === '') throw fault('/text', 'is blank: send at least one visible character');
  return checkLength('/text', text);
}

/** Rejects metadata that are too large, or that some SDKs would change. */
export function checkMetadata(metadata: Metadata): Metadata {
  const bytes = sizeOf(metadata);
  if (bytes > metadataLimitBytes) {
    const limit = `takes ${bytes} bytes as JSON; the limit is ${metadataLimitBytes}`;
    throw fault('/metadata', `${limit}: move long content to text`);
  }
  const inexact = findInexactInteger(metadata, '/metadata');
  if (inexact) {
    const message = 'is an integer beyond ±(2^53 − 1), which many JSON parsers round: send it as a string';
    // A key may contain a secret.
    throw fault(redactText(inexact), message);
  }
  return metadata;
}

/** Rejects merged metadata that are too large, without their size: the caller may not be allowed to read. */
export function checkMergedSize(merged: Metadata): Metadata {
  if (sizeOf(merged) <= metadataLimitBytes) return merged;
  const limit = `and the stored metadata together would exceed ${metadataLimitBytes} bytes as JSON`;
  throw fault('/metadata', `${limit}: move long content to text`);
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** Merges one level deep: `changes` replace or add keys, and null removes one. `__proto__` is an ordinary name. */
export function mergeMetadata(present: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(present));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function fault(path: string, message: string): DomainError {
  return invalidRequest({ path, message });
}

function checkLength(path: string, text: string): string {
  // A text has at least as many code units as code points, so most texts need no count.
  if (text.length <= textLimitCharacters) return text;
  let characters = 0;
  for (const _ of text) characters++;
  if (characters <= textLimitCharacters) return text;
  const limit = `has ${characters} characters; the limit is ${textLimitCharacters}`;
  throw fault(path, `${limit}: split it into several memories`);
}

function findInexactInteger(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = findInexactInteger(item, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found) return found;
  }
  return undefined;
}

export function isExpired(expiresAt: number | null | undefined, now: number): boolean {
  return typeof expiresAt === 'number' && expiresAt <= now;
}

/** @throws {DomainError} `invalid_request` for a time that is not in the future */
export function checkExpiryTime(expiresAt: number | null | undefined, now: number): void {
  if (!isExpired(expiresAt, now)) return;
  throw invalidRequest({ path: '/expires_at', message: 'is not in the future: send a later time, or leave it out' });
}

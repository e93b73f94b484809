import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Message, Metadata } from '../../ports/memory-store.ts';
import { toText } from '../text/joined-text.ts';
import { redactText } from './content-policy.ts';

const textLimitCharacters = 100_000;
const metadataLimitBytes = 16 * 1024;

/** Checks the content of a new memory, and returns its text: as given, or the messages joined. */
export function checkWords(input: { text?: string | undefined; messages?: Message[] | undefined }): {
  text: string;
  messages: Message[] | null;
} {
  const { text, messages } = input;
  if ((text === undefined) === (messages === undefined)) {
    throw invalidRequest({
      path: '/text',
      message:
        text === undefined
          ? 'is missing: give either text or messages'
          : 'and /messages exclude each other: give one of them',
    });
  }
  if (text !== undefined) return { text: checkText(text), messages: null };
  const given = messages as Message[];
  const blank = given.findIndex(({ content }) => content.trim() === '');
  if (blank >= 0)
    throw invalidRequest({
      path: `/messages/${blank}/content`,
      message: 'is blank: leave the message out or give it text',
    });
  const joined = toText(given);
  const tooLong = lengthError('/messages', joined);
  if (tooLong) throw invalidRequest(tooLong);
  return { text: joined, messages: given };
}

export function checkText(text: string): string {
  if (text.trim() === '')
    throw invalidRequest({ path: '/text', message: 'is blank: give it at least one visible character' });
  const tooLong = lengthError('/text', text);
  if (tooLong) throw invalidRequest(tooLong);
  return text;
}

/** Rejects metadata that are too large, or that some SDKs would change. */
export function checkMetadata(metadata: Metadata): Metadata {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > metadataLimitBytes) {
    throw invalidRequest({
      path: '/metadata',
      message: `takes ${bytes} bytes as JSON; the limit is ${metadataLimitBytes}: keep long content in text`,
    });
  }
  const inexact = findInexactInteger(metadata, '/metadata');
  if (inexact) {
    throw invalidRequest({
      // A key may be a secret.
      path: redactText(inexact),
      message: 'is an integer beyond ±(2^53 − 1), which JSON readers change silently: send it as a string',
    });
  }
  return metadata;
}

/** Merges one level deep: `changes` replace or add keys, and null removes one. `__proto__` is a plain name. */
export function mergeMetadata(present: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(present));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function lengthError(path: string, text: string): FieldError | undefined {
  // There are at least as many code units as code points, so most texts need no count.
  if (text.length <= textLimitCharacters) return undefined;
  let characters = 0;
  for (const _ of text) characters++;
  if (characters <= textLimitCharacters) return undefined;
  return {
    path,
    message: `has ${characters} characters; the limit is ${textLimitCharacters}: split it into several memories`,
  };
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

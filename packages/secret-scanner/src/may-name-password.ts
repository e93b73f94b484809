import { gluedBeginnings } from './name-words.ts';
import type { Reading, SecretName } from './reading.ts';
import { trimEnd } from './trim-end.ts';
import { looksRandom } from './value-checks.ts';

/**
 * Whether `pass`, which is mostly a verb, names the password from `start` to `end`. It does so as a key, next to a
 * user's name, and before a value that can hardly be anything else.
 */
export function mayNamePassword({ text, folded }: Reading, name: SecretName, start: number, end: number): boolean {
  const tie = text.slice(name.end, start);
  const head = trimEnd(name.text.slice(0, name.text.lastIndexOf('pass')), '_.')
    .split(/[^a-z]/)
    .at(-1);
  if (name.constant || (head !== undefined && gluedBeginnings.has(head))) return true;
  if (name.text === 'pass' || /\$pass$/.test(name.text)) {
    const before = text.charAt(name.start - 1);
    if (tie.includes('=') || before === '/' || (/["'`<]/.test(before) && /^["'`>]/.test(tie))) return true;
  }
  if (/\b(?:my|your) $/.test(folded.slice(Math.max(0, name.start - 6), name.start))) return true;
  const value = text.slice(start, end);
  return (
    looksRandom(value) ||
    (/[!@#$%^&*?]/.test(value.slice(0, -1)) && /\d/.test(value) && /\p{L}/u.test(value)) ||
    (tie.includes(':') &&
      /\b(?:user|username|login|e-?mail|account)\b/.test(folded.slice(Math.max(0, name.start - 60), name.start)))
  );
}

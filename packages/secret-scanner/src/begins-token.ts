import { type Alphabet, alphabets, isIn } from './alphabet.ts';

const escapeBefore = /(?:\\[nrtvf]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|=3D|\[[0-9;]{0,8}m)$/i;

/**
 * Whether a token of `alphabet` may begin at `at`. It may at the beginning of a run, which keeps most runs from being
 * read twice. It also may behind an escape of machine output, and behind `_` when the `prefix` is distinctive.
 */
export function beginsToken(text: string, at: number, alphabet: Alphabet, prefix: string): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isIn(alphabet | alphabets.word, before) || before === 61 || before === 47) return true;
  if (before === 95) return prefix.length >= 4 && /[_-]$/.test(prefix);
  return escapeBefore.test(text.slice(Math.max(0, at - 12), at));
}

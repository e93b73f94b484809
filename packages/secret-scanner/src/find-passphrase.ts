import type { SecretName } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { isPassphrase } from './value-checks.ts';

/** Finds four or more plain words up to the end of the sentence. */
export function findPassphrase(text: string, name: SecretName, start: number): Finding | undefined {
  if (name.level !== 'chosen' || name.uncertain || name.noun === 'pass') return undefined;
  const line = /^["'`“]?(?<words>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,15})[.!"'`”]?(?:\s|$)/.exec(
    text.slice(start, start + 240),
  );
  const phrase = line?.groups?.['words'];
  if (phrase === undefined || !isPassphrase(phrase)) return undefined;
  const first = start + (line as RegExpExecArray)[0].indexOf(phrase);
  return { kind: name.kind, start: first, end: first + phrase.length, rank: 1 };
}

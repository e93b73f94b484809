import { firstUnspaced, isSpace } from './characters.ts';
import { findAssigned } from './find-assigned.ts';
import { findBefore } from './find-before.ts';
import { findFieldValue } from './find-field-value.ts';
import { findStated } from './find-stated.ts';
import { findUnspaced } from './find-unspaced.ts';
import { readName } from './read-name.ts';
import type { Reading } from './reading.ts';
import type { SecretNoun } from './secret-nouns.ts';
import type { Finding } from './sensitive-kinds.ts';

const maxNounsInside = 4;

/** arn:aws:secretsmanager:…:secret:name is the address of a secret. */
function isInResourceName(folded: string, start: number): boolean {
  if (folded.charCodeAt(start - 1) !== 58) return false;
  const before = folded.slice(Math.max(0, start - 90), start);
  const first = before.lastIndexOf('arn:');
  return first >= 0 && !/[^\w:-]/.test(before.slice(first));
}

/**
 * Finds a secret next to a noun such as `password` at `at`. It reads at most a few hundred characters, and few nouns
 * within one value. A text of nouns therefore takes no longer than any other.
 */
export function findNamedValue(reading: Reading, at: number, keyword: string, noun: SecretNoun): Finding | undefined {
  if (at < reading.valueEnd && ++reading.nounsInside > maxNounsInside) return undefined;
  if (reading.noun.at === at && reading.noun.length > keyword.length) return undefined;
  reading.noun = { at, length: keyword.length };
  const { text } = reading;
  if (at < reading.longNameEnd) return undefined;
  const name = readName(reading, at, keyword, noun);
  if (!name) return undefined;
  if (isInResourceName(reading.folded, name.start)) return undefined;
  const unspaced = text.charCodeAt(name.start) >= firstUnspaced;
  const assigned = findFieldValue(reading, name) ?? findAssigned(reading, name);
  // getToken(…) is a call and not the name of a value.
  if (text.charCodeAt(name.end) === 40) return undefined;
  // A sign of assignment determines the meaning of the value.
  if (assigned !== undefined) return assigned === 'nothing' ? undefined : assigned;
  return (
    (unspaced ? findUnspaced(reading, name) : undefined) ??
    (unspaced && !isSpace(text.charCodeAt(name.end)) ? undefined : findStated(reading, name)) ??
    (unspaced ? undefined : findBefore(reading, name))
  );
}

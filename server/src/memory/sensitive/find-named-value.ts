import { firstUnspaced, isSpace } from './characters.ts';
import { findAssigned } from './find-assigned.ts';
import { findBefore } from './find-before.ts';
import { findStated } from './find-stated.ts';
import { findUnspaced } from './find-unspaced.ts';
import { readName } from './read-name.ts';
import type { Reading } from './reading.ts';
import type { SecretNoun } from './secret-nouns.ts';
import type { Finding } from './sensitive-kinds.ts';

const nounsInsideMost = 4;

/**
 * Judges what stands next to a noun such as `password`, found at `at`. Looks at a few hundred characters at most, and
 * at few nouns within one value, so that a text made of nouns takes no longer than another.
 */
export function findNamedValue(reading: Reading, at: number, keyword: string, noun: SecretNoun): Finding | undefined {
  if (at < reading.valueEnd && ++reading.nounsInside > nounsInsideMost) return undefined;
  if (reading.noun.at === at && reading.noun.length > keyword.length) return undefined;
  reading.noun = { at, length: keyword.length };
  const { text } = reading;
  if (at < reading.longNameEnd) return undefined;
  const name = readName(reading, at, keyword, noun);
  if (!name) return undefined;
  const unspaced = text.charCodeAt(name.start) >= firstUnspaced;
  const assigned = findAssigned(reading, name);
  // getToken(…) is a call, not a name with a value.
  if (text.charCodeAt(name.end) === 40) return undefined;
  // A sign of assignment settles what the value is.
  if (assigned !== undefined) return assigned === 'nothing' ? undefined : assigned;
  return (
    (unspaced ? findUnspaced(reading, name) : undefined) ??
    (unspaced && !isSpace(text.charCodeAt(name.end)) ? undefined : findStated(reading, name)) ??
    (unspaced ? undefined : findBefore(reading, name))
  );
}

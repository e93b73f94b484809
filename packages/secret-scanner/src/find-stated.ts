import { isGap, isLetter } from './characters.ts';
import { classifyNamedValue } from './classify-named-value.ts';
import { findPassphrase } from './find-passphrase.ts';
import { harmlessEndings } from './name-words.ts';
import { readValue } from './read-value.ts';
import { previousWord, readWord } from './read-word.ts';
import type { Reading, SecretName, Tie } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { endsLine, type LineStart, skipToSentence } from './skip-line-break.ts';
import { trimEnd } from './trim-end.ts';
import { looksRandom } from './value-checks.ts';
import { words } from './words.ts';

const statements = words(`
  is was be are equals ist lautet war heißt heisst est était es era é foi è era jest brzmi to это je este είναι adalah
  ialah là είναι to är er on hè is: = := — – - : это: som becomes became
  है هي هو הוא היא`);
const weakStatements = words('to auf на a à en in zu su - – — on as als como');
const fillers = words(`
  now currently still set to going just simply really always probably literally called following actually again
  jetzt noch immer nun aktuell ahora todavía ahora: maintenant toujours ora adesso agora nu teraz теперь сейчас
  this: that: changed updated be :`);
const givers = words('with using mit avec con com met z ze с using: use and und et y e i и via by enter type try');
/** Endings of names that are events of the secret in a sentence: the password was reset to … */
const eventWords = words('set reset changed updated created rotated last at input output now');

const roles: ReadonlyMap<string, 'statement' | 'weak' | 'noun'> = new Map([
  ...[...statements].map((word) => [word, 'statement'] as const),
  ...[...weakStatements].map((word) => [word, 'weak'] as const),
  ...['password', 'passwort', 'passphrase', 'token', 'secret', 'pin', 'pwd'].map((word) => [word, 'noun'] as const),
]);

/** Finds "the password is value". */
export function findStated(reading: Reading, name: SecretName): Finding | undefined {
  const { text, folded } = reading;
  let at = name.end;
  if (/^['’]s\s/.test(folded.slice(at, at + 3))) return valueAfter(reading, name, at + 2, 'stated');
  while (at < text.length && /["'`’”»)\]*]/.test(text[at] as string) && at - name.end < 3) at++;
  if (text[at] === '.' && name.noun.endsWith(' no')) at++;
  if (text[at] === '?') return findBelow(reading, name, at + 1);
  if (!isGap(text.charCodeAt(at))) return undefined;
  let isWrapped = false;
  for (let count = 0; count < 11; count++) {
    let word = readWord(folded, at);
    if (!word && !isWrapped) {
      const below = at === name.end ? findBelow(reading, name, at) : undefined;
      if (below) return below;
      word = readWrappedWord(reading, at);
      isWrapped = true;
    }
    if (!word) return undefined;
    const bare = folded.slice(word.start, word.end);
    if (bare === name.noun) return undefined;
    // In "password manager" and "token name" the noun only begins the name of something else.
    if (count === 0 && harmlessEndings.has(trimEnd(bare, ':=,.')) && !eventWords.has(bare)) return undefined;
    if (count === 0 && !isWrapped) {
      const giver = givers.has(previousWord(folded, name.start) ?? '');
      const next = valueAfter(reading, name, word.start, giver ? 'hinted' : 'adjacent');
      if (next) return next;
    }
    const role = roles.get(bare);
    const last = bare.charCodeAt(bare.length - 1);
    // On the next line `checksum: …` and `checksum = …` name something else.
    const isStatement = isWrapped ? role === 'statement' && isLetter(last) : role !== undefined && role !== 'noun';
    if (isStatement || (!isWrapped && (last === 58 || last === 61))) {
      const weak = role === 'weak' || count > 6;
      const found = valueAfter(reading, name, word.end, weak ? 'hinted' : 'stated');
      if (found) return found;
    }
    // Another noun and the next sentence are analysed separately.
    if (role === 'noun') return undefined;
    if (last === 46 ? bare.length >= 4 : last === 33 || last === 63 || last === 59 || last === 44) return undefined;
    at = word.end;
  }
  return undefined;
}

function valueAfter(reading: Reading, name: SecretName, from: number, tie: Tie): Finding | undefined {
  const { text, folded } = reading;
  let at = from;
  let line: LineStart | undefined;
  for (let count = 0; count < 4; count++) {
    let word = readWord(folded, at);
    if (!word && !line && tie !== 'adjacent') {
      line = skipToSentence(text, at);
      word = line && readWord(folded, line.at);
    }
    if (!word) return undefined;
    const value = readValue(reading, skipMarkup(text, word.start), ':');
    if (value && !(line?.isWide && !endsLine(text, value.end))) {
      const found =
        classifyNamedValue(
          reading,
          name,
          value.start,
          value.end,
          value.quoted && tie !== 'adjacent' ? 'quoted' : tie,
          value.quoted,
        ) ?? (tie === 'stated' ? findPassphrase(text, name, word.start) : undefined);
      if (found) return found;
    }
    if (!fillers.has(folded.slice(word.start, word.end)) || tie === 'adjacent') return undefined;
    at = word.end;
  }
  return undefined;
}

/** Finds a value that fills the line below its name, as in a copied form. It must look like a secret by itself. */
function findBelow(reading: Reading, name: SecretName, at: number): Finding | undefined {
  const { text } = reading;
  const line = skipToSentence(text, at);
  const value = line && readValue(reading, line.at, ':');
  if (!value || name.uncertain || !endsLine(text, value.end)) return undefined;
  const shown = text.slice(value.start, value.end);
  const isMixed = /\p{L}/u.test(shown) && /\d/.test(shown) && /[!@#$%^&*?_+=]/.test(shown);
  if (!isMixed && !looksRandom(shown)) return undefined;
  return classifyNamedValue(reading, name, value.start, value.end, 'adjacent', value.quoted);
}

/** Reads the first word of the next line when it continues the sentence. */
function readWrappedWord({ text, folded }: Reading, at: number): { start: number; end: number } | undefined {
  const line = skipToSentence(text, at);
  return line && !line.isWide && /^\p{Ll}/u.test(text.slice(line.at, line.at + 1))
    ? readWord(folded, line.at)
    : undefined;
}

function skipMarkup(text: string, at: number): number {
  let start = at;
  while (start - at < 3 && (text[start] === '*' || text[start] === '_' || text[start] === '(')) start++;
  return start;
}

import { isSpace } from './characters.ts';
import { classifyNamedValue } from './classify-named-value.ts';
import { findPassphrase } from './find-passphrase.ts';
import { harmlessEndings } from './name-words.ts';
import { readValue } from './read-value.ts';
import { previousWord, readWord } from './read-word.ts';
import type { Reading, SecretName, Tie } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';
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
/** Endings of names that in a sentence are events of the secret: the password was reset to … */
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
  while (at < text.length && /["'`’”»)\]*]/.test(text[at] as string) && at - name.end < 3) at++;
  if (folded.startsWith("'s ", at) || folded.startsWith('’s ', at)) {
    return valueAfter(reading, name, at + 3, 'stated');
  }
  if (text[at] === '.' && name.noun.endsWith(' no')) at++;
  if (!isSpace(text.charCodeAt(at))) return undefined;
  for (let count = 0; count < 11; count++) {
    const word = readWord(folded, at);
    if (!word) return undefined;
    const bare = folded.slice(word.start, word.end);
    if (bare === name.noun) return undefined;
    // In "password manager" and "token name" the noun only begins the name of something else.
    if (count === 0 && harmlessEndings.has(trimEnd(bare, ':=,.')) && !eventWords.has(bare)) return undefined;
    if (count === 0) {
      const giver = givers.has(previousWord(folded, name.start) ?? '');
      const next = valueAfter(reading, name, word.start, giver ? 'hinted' : 'adjacent');
      if (next) return next;
    }
    const role = roles.get(bare);
    const last = bare.charCodeAt(bare.length - 1);
    if (role === 'statement' || role === 'weak' || last === 58 || last === 61) {
      const weak = role === 'weak' || count > 6;
      const found = valueAfter(reading, name, word.end, weak ? 'hinted' : 'stated');
      if (found) return found;
    }
    // Another noun and the next sentence are analysed by themselves.
    if (role === 'noun') return undefined;
    if (last === 46 ? bare.length >= 4 : last === 33 || last === 63 || last === 59 || last === 44) return undefined;
    at = word.end;
  }
  return undefined;
}

function valueAfter(reading: Reading, name: SecretName, from: number, tie: Tie): Finding | undefined {
  const { text, folded } = reading;
  let at = from;
  for (let count = 0; count < 4; count++) {
    const word = readWord(folded, at);
    if (!word) return undefined;
    const value = readValue(reading, skipMarkup(text, word.start), ':');
    if (value) {
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

function skipMarkup(text: string, at: number): number {
  let start = at;
  while (start - at < 3 && (text[start] === '*' || text[start] === '_' || text[start] === '(')) start++;
  return start;
}

import { isCard, isSocialSecurityNumber } from './find-numbers.ts';
import {
  isExpression,
  isPassphrase,
  isPlaceholder,
  isUncommonWord,
  isUuid,
  looksChosen,
  looksRandom,
} from './judge-value.ts';
import { foldCase } from './keyword-index.ts';
import { proseWords } from './ordinary-words.ts';
import {
  gluedBeginnings,
  harmlessBeginnings,
  harmlessEndings,
  type NounLevel,
  neutralEndings,
  type SecretNoun,
} from './secret-nouns.ts';
import type { Finding, SensitiveKind } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';
import { vendorKind } from './vendors.ts';

/** How the value is tied to the noun, the tightest first. */
type Tie = 'quoted' | 'assigned' | 'stated' | 'hinted' | 'adjacent';

const nameMost = 64;
const valueMost = 512;
/** Thai, and everything behind it that writes words without spaces. */
const firstUnspaced = 0x0e00;

/** A name in code or prose that may hold a secret: `DB_PASSWORD`, `api key`. */
interface SecretName {
  start: number;
  end: number;
  level: NounLevel;
  kind: SensitiveKind;
  /** Something unknown follows the noun, so that only what is surely a secret counts. */
  doubtful: boolean;
  constant: boolean;
  /** The whole name and the noun in it, in lower case. */
  text: string;
  noun: string;
}

/** The text of one scan, and what has been read of it. */
export interface Reading {
  text: string;
  folded: string;
  /** Where the value ends that was read last, and how many nouns inside it were looked at since. */
  valueEnd: number;
  nounsInside: number;
  /** Where something ends that is too long for a name. */
  longNameEnd: number;
  /** The noun looked at last; shorter ones that begin at the same place are parts of it. */
  noun: { at: number; length: number };
}

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

// — the name

function readName(reading: Reading, at: number, keyword: string, noun: SecretNoun): SecretName | undefined {
  const { text, folded } = reading;
  const afterNoun = at + keyword.length;
  if (keyword.charCodeAt(0) >= firstUnspaced) {
    return {
      start: at,
      end: afterNoun,
      level: noun.level,
      kind: noun.kind,
      doubtful: false,
      constant: false,
      text: keyword,
      noun: keyword,
    };
  }
  // The middle of a longer word: passwordless, tokenizer.
  if (noun.ending === 0 && isLower(text, afterNoun) && isLower(text, afterNoun + 1) && isLower(text, afterNoun + 2)) {
    return undefined;
  }
  let start = at;
  while (start > 0 && at - start <= nameMost && isNamePart(text.charCodeAt(start - 1))) start--;
  let end = afterNoun;
  while (end < text.length && end - afterNoun <= nameMost && isNamePart(text.charCodeAt(end))) end++;
  if (at - start > nameMost) reading.longNameEnd = end;
  if (at - start > nameMost || end - afterNoun > nameMost) return undefined;
  const rule = text.slice(afterNoun, end).indexOf('--');
  if (rule >= 0) end = afterNoun + rule;
  while (end > afterNoun && !isWordPart(text.charCodeAt(end - 1))) end--;
  if (!startsWord(text, folded, start, at, keyword, noun)) return undefined;

  let rest = text.slice(afterNoun, end);
  if (rest === '') {
    // Nothing follows.
  } else if (noun.ending > 0) rest = rest.replace(/^\p{L}{1,6}(?!\p{L})/u, '');
  else if (/^(?:s|es|en|n|e|a|i)(?![A-Za-z])/.test(rest) && !noun.alone) rest = '';
  // A lower-case letter goes on with the same word: tokenizer, secretary, keyboard.
  if (/^\p{Ll}/u.test(rest) && !/^[A-Z]/.test(text.slice(afterNoun - 1, afterNoun))) return undefined;
  const endings = rest === '' ? [] : splitName(rest);
  if (endings.some((word) => harmlessEndings.has(word))) return undefined;
  const last = (start < at ? splitName(text.slice(start, at)).at(-1) : undefined) ?? previousWord(folded, start);
  if (last !== undefined && harmlessBeginnings.has(last)) return undefined;
  return {
    start,
    end,
    level: noun.level,
    kind: noun.kind,
    doubtful: endings.some((word) => !neutralEndings.has(word)),
    constant: isUpper(text.charCodeAt(start)) && /^[A-Z0-9]+_[A-Z0-9_]+$/.test(text.slice(start, end)),
    text: folded.slice(start, end),
    noun: keyword,
  };
}

/** Whether the noun begins a word, or ends a compound that may. */
function startsWord(
  text: string,
  folded: string,
  start: number,
  at: number,
  keyword: string,
  noun: SecretNoun,
): boolean {
  const before = text.charCodeAt(at - 1);
  if (at === start || !isLetter(before)) return true;
  if (isUpper(text.charCodeAt(at)) && !isUpper(before)) return true;
  let head = at;
  while (head > start && isLetter(text.charCodeAt(head - 1))) head--;
  const glued = folded.slice(head, at);
  if (gluedBeginnings.has(glued)) return true;
  return !noun.alone && keyword.length >= 5 && !/^(?:non|un|anti)$/.test(glued);
}

function splitName(name: string): string[] {
  if (name === '') return [];
  return foldCase(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function previousWord(folded: string, start: number): string | undefined {
  let end = start;
  while (end > 0 && (folded.charCodeAt(end - 1) === 32 || folded.charCodeAt(end - 1) === 45)) end--;
  if (end === start) return undefined;
  let at = end;
  while (at > 0 && end - at < 24 && isLetter(folded.charCodeAt(at - 1))) at--;
  return at === end ? undefined : folded.slice(at, end);
}

// — name = value

const separator =
  /[\\"'`’”»\])*_]{0,4}[?!]?[ \t]{0,20}(?:\([^()\n]{1,40}\)[ \t]{0,4})?(?<sign>:=|\?=|=>|={1,3}|!={1,2}|:{1,2}|：|＝|->|→|\||>)[ \t*_]{0,20}(?:\r?\n[ \t>]{0,12})?/y;
const typeFirst =
  /(?:string|str|String|char\s?\*|text|TEXT|auto|any)(?:\s?\|\s?(?:null|undefined|None))?\s{0,4}=\s{0,4}/y;
const wrapper =
  /(?:[brfuBR]|@|(?:SecretStr|Secret|String|str|bytes|quote|Buffer\.from|pydantic\.SecretStr|Some|Just|new Secret)\()(?=["'`])/y;
const opening = /\\?(?:"""|'''|["'`“”„«‘’「『])/y;
const closings: Readonly<Record<string, string>> = {
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  '’': '’',
  '「': '」',
  '『': '』',
};

function findAssigned(reading: Reading, name: SecretName): Finding | 'nothing' | undefined {
  const { text } = reading;
  if (!signFollows(text, name.end)) return undefined;
  separator.lastIndex = name.end;
  const tie = separator.exec(text);
  if (!tie) return undefined;
  const sign = tie.groups?.['sign'] as string;
  // <password>x</password>, but not the end of an arrow or a quotation.
  if (sign === '>' && text[name.start - 1] !== '<') return undefined;
  let at = separator.lastIndex;
  at = skip(typeFirst, text, at);
  at = skip(wrapper, text, at);
  const value = readValue(reading, at, sign);
  if (!value) return 'nothing';
  if (name.noun.charCodeAt(0) >= firstUnspaced && !value.quoted) value.end = endOfAscii(text, value.start, value.end);
  const quoted = value.quoted || name.constant || sign === '>';
  return (
    judge(reading, name, value.start, value.end, quoted ? 'quoted' : 'assigned', value.quoted) ??
    passphraseAt(text, name, value.start) ??
    'nothing'
  );
}

/** Where scripts without spaces go on behind a value: 密码：abc123谢谢. */
function endOfAscii(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) < 128) at++;
  return at;
}

/** What `separator` asks for, by one look at few characters: most nouns have no sign behind them. */
function signFollows(text: string, from: number): boolean {
  for (let at = from; at < from + 28; at++) {
    const character = text[at];
    if (character === undefined) return false;
    if (':=?!|>(-：＝→'.includes(character)) return true;
    if (!'\\"\'`’”»])*_ \t'.includes(character)) return false;
  }
  return false;
}

interface Value {
  start: number;
  end: number;
  quoted: boolean;
}

function readValue(reading: Reading, at: number, sign: string): Value | undefined {
  const { text } = reading;
  opening.lastIndex = at;
  const first = text.charCodeAt(at);
  const open = isWordPart(first) ? undefined : opening.exec(text)?.[0];
  if (open !== undefined) {
    const start = at + open.length;
    const close = closings[open] ?? open;
    const line = text.slice(start, start + valueMost);
    let end = line.indexOf(close);
    // An escaped quote is part of the value.
    while (end > 0 && line[end - 1] === '\\' && !open.startsWith('\\')) end = line.indexOf(close, end + 1);
    const newline = line.indexOf('\n');
    if (end >= 0 && (newline < 0 || end < newline || open.length === 3))
      return { start, end: start + end, quoted: true };
    return end === 0 ? undefined : unquoted(reading, start, sign);
  }
  return unquoted(reading, at, sign);
}

function unquoted(reading: Reading, start: number, sign: string): Value | undefined {
  const { text } = reading;
  let end = start;
  const limit = Math.min(text.length, start + valueMost);
  const inUrl = sign !== ':' && sign !== '：';
  for (; end < limit; end++) {
    const stop = stopOf(text.charCodeAt(end));
    if (stop === 0) continue;
    if (stop === 1 || (stop === 2 && inUrl)) break;
    if (stop === 3 && nextPair.test(text.slice(end, end + 40))) break;
    if (stop === 4 && /[nrt"]/.test(text[end + 1] ?? '')) break;
  }
  if (end === limit && limit < text.length) {
    // No password is as long. What goes on like this is skipped once, not at every noun in it.
    while (end < text.length && stopOf(text.charCodeAt(end)) !== 1) end++;
    read(reading, start, end);
    return undefined;
  }
  read(reading, start, end);
  while (end > start && /[.,;:)\]}?]/.test(text[end - 1] as string) && !opens(text, start, end)) end--;
  return end > start ? { start, end, quoted: false } : undefined;
}

const nextPair = /^,\s{0,2}["']?[\w.-]{1,30}["']?\s?[:=]/;

/** What ends an unquoted value: 1 always, 2 in a URL or a connection string, 3 a comma before the next, 4 an escape. */
function stopOf(code: number): 0 | 1 | 2 | 3 | 4 {
  if (code > 96 && code < 123) return 0;
  switch (code) {
    case 32:
    case 9:
    case 10:
    case 13:
    case 0xa0:
    case 34:
    case 39:
    case 96:
    case 60:
    case 62:
    case 124:
      return 1;
    case 59:
    case 38:
      return 2;
    case 44:
      return 3;
    case 92:
      return 4;
    default:
      return code > 0x2000 && '「」『』“”、。，；（）\u3000\u2028\u2029\u202f'.includes(String.fromCharCode(code))
        ? 1
        : 0;
  }
}

function read(reading: Reading, start: number, end: number): void {
  if (end - start < 32 || end <= reading.valueEnd) return;
  reading.valueEnd = end;
  reading.nounsInside = 0;
}

/** Whether the bracket before `end` was opened in the value. */
function opens(text: string, start: number, end: number): boolean {
  const open = ({ ')': '(', ']': '[', '}': '{' } as Record<string, string>)[text[end - 1] as string];
  return open !== undefined && text.slice(start, end).includes(open);
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

// — the password is value

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

function findStated(reading: Reading, name: SecretName): Finding | undefined {
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
    // A password manager, a token name: the noun only begins what is spoken of.
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
    // Another noun speaks for itself; so does the next sentence.
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
        judge(
          reading,
          name,
          value.start,
          value.end,
          value.quoted && tie !== 'adjacent' ? 'quoted' : tie,
          value.quoted,
        ) ?? (tie === 'stated' ? passphraseAt(text, name, word.start) : undefined);
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

/** The next word behind spaces on the same line. */
function readWord(text: string, from: number): { start: number; end: number } | undefined {
  let start = from;
  while (start < text.length && start - from < 8 && isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && end - start < 80 && !isGap(text.charCodeAt(end))) end++;
  return end === start ? undefined : { start, end };
}

// — 密码是value: scripts without spaces

const particles =
  /["'`”」』]{0,2}(?:[  ]?(?:はやはり|是不是|改成了?|设为|设置为|设置成|改为|更改为|变成|就是|應該是|应该是|は|が|を|に|是|为|為|는|은|가|이|คือ|[:：=＝]))?[  ]{0,2}["'`「『“]?(?<value>[!-~]{4,80})/y;

function findUnspaced(reading: Reading, name: SecretName): Finding | undefined {
  const { text } = reading;
  particles.lastIndex = name.end;
  const given = particles.exec(text)?.groups?.['value'];
  if (given === undefined) return undefined;
  const value = trimEnd(given, '"\'`.,;:)]');
  const start = particles.lastIndex - given.length;
  return judge(reading, name, start, start + value.length, 'stated', false);
}

/** Endings of names that in a sentence say what happened to the secret: the password was reset to … */
const eventWords = words('set reset changed updated created rotated last at input output now');

const roles: ReadonlyMap<string, 'statement' | 'weak' | 'noun'> = new Map([
  ...[...statements].map((word) => [word, 'statement'] as const),
  ...[...weakStatements].map((word) => [word, 'weak'] as const),
  ...['password', 'passwort', 'passphrase', 'token', 'secret', 'pin', 'pwd'].map((word) => [word, 'noun'] as const),
]);

// — value is my password

const copulas = words('is was as ist als est es é è como comme come jako как som');
const owners = words(
  'my the your our their his her new a an mein das dein unser mon le la mi tu su minha a meu la mia il het mijn moje hasło мой temporary default admin root current wifi wi-fi login account',
);

function findBefore(reading: Reading, name: SecretName): Finding | undefined {
  const { text, folded } = reading;
  if (name.level !== 'chosen' && name.level !== 'random') return undefined;
  let end = name.start;
  for (let count = 0; count < 4; count++) {
    while (end > 0 && name.start - end < 120 && isSpace(folded.charCodeAt(end - 1))) end--;
    let start = end;
    while (start > 0 && end - start < 80 && !isGap(folded.charCodeAt(start - 1))) start--;
    if (start === end) return undefined;
    const word = folded.slice(start, end);
    if (copulas.has(word)) {
      let last = start;
      while (last > 0 && isSpace(text.charCodeAt(last - 1))) last--;
      let first = last;
      while (first > 0 && last - first < 100 && !isGap(text.charCodeAt(first - 1))) first--;
      const quoted = /["'`“”„«»‘’]/.test(text[first] ?? '');
      while (first < last && /["'`“”„«»‘’*(]/.test(text[first] as string)) first++;
      while (last > first && /["'`“”„«»‘’*),:;]/.test(text[last - 1] as string)) last--;
      return last > first ? judge(reading, name, first, last, quoted ? 'quoted' : 'hinted', quoted) : undefined;
    }
    if (!owners.has(word)) return undefined;
    end = start;
  }
  return undefined;
}

// — the value

/** Fewest characters of a value that can count. */
const shortest: Readonly<Record<NounLevel, number>> = {
  chosen: 4,
  random: 6,
  veryRandom: 12,
  digits: 3,
  identity: 3,
  pair: 7,
};

function judge(
  { text, folded }: Reading,
  name: SecretName,
  start: number,
  end: number,
  tie: Tie,
  inQuotes: boolean,
): Finding | undefined {
  if (end - start < shortest[name.level]) return undefined;
  // Most words next to a noun are plain words.
  if ((tie === 'adjacent' || tie === 'hinted') && !inQuotes && isPlainWord(text, start, end)) return undefined;
  const value = text.slice(start, end);
  const follows = text.slice(end, end + 24);
  const before = folded.slice(Math.max(0, name.start - 24), name.start);
  const vendor = () =>
    name.level === 'random' || name.level === 'veryRandom' ? vendorKind(folded, name.start, start) : undefined;
  if (!isSecretValue(value, name, tie, inQuotes, follows, before, vendor)) return undefined;
  const spoken = /^[!.]$/.test(value.slice(-1)) && !inQuotes && tie !== 'assigned' ? trimEnd(value, '.') : value;
  const issuer = vendor();
  const kind = issuer ?? (name.constant && text[name.end] === '=' ? 'env_file_value' : name.kind);
  return { kind, start, end: start + spoken.length, rank: issuer ? 2 : 1 };
}

function isPlainWord(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!((code > 96 && code < 123) || code === 46 || code === 44 || (code >= 0xdf && code < 0x2000))) return false;
  }
  return true;
}

function isSecretValue(
  value: string,
  name: SecretName,
  tie: Tie,
  inQuotes: boolean,
  follows: string,
  before: string,
  vendor: () => SensitiveKind | undefined,
): boolean {
  const level = name.level;
  if (level === 'digits') return isPin(value, name, tie, follows, before);
  if (level === 'identity') return isIdentityNumber(value, follows, name.kind);
  if ((!inQuotes && isExpression(value)) || isPlaceholder(value)) return false;
  // POSTGRES_PASSWORD=postgres: a name that is filled in with itself.
  if (name.text.includes(foldCase(value))) return false;
  if (level === 'pair') return isPair(value);
  if (level === 'chosen') return isChosen(value, name, tie, inQuotes, follows);
  if (/[\s()[\]{}]/.test(value)) return false;
  if (tie === 'adjacent' && (value.length < 12 || !/\d/.test(value))) return false;
  if (name.kind === 'recovery_code') return /\d/.test(value) && /^[\w-]{6,60}$/.test(value) && !/^\d{1,5}$/.test(value);
  if (level === 'veryRandom' && name.noun !== 'pat' && !(value.length >= 16 && vendor())) {
    return (
      value.length >= 20 &&
      tie !== 'adjacent' &&
      /^[\w+/=-]+$/.test(value) &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      /\d/.test(value) &&
      looksRandom(value)
    );
  }
  // An identifier of something, unless the name says plainly that it opens a door.
  if (isUuid(value))
    return !name.doubtful && (vendor() !== undefined || (name.kind !== 'access_token' && tie !== 'adjacent'));
  if (name.doubtful) return value.length >= 16 && looksRandom(value);
  if (looksRandom(value)) return value.length >= 12 || tie === 'quoted' || tie === 'assigned' || tie === 'stated';
  // What people type as a secret: s3cr3t!pw.
  return (
    name.kind === 'secret' && tie === 'quoted' && value.length >= 8 && looksChosen(value) && /[!@#$%^&*]/.test(value)
  );
}

/** Which plain words are said of a password is known for English only. */
const englishNoun = /^pass(?:word|phrase|wd)?$|^pwd$/;

function isChosen(value: string, name: SecretName, tie: Tie, inQuotes: boolean, follows: string): boolean {
  if (/\s/.test(value)) return tie === 'quoted' && inQuotes && isPassphrase(value) && !name.doubtful;
  if (value.length > 200) return false;
  const trimmed = trimEnd(value, '.!?,;:');
  if (/^\d+$/.test(trimmed)) {
    if (tie === 'adjacent' || tie === 'hinted' || name.doubtful) return false;
    // Tests pass: 4123.
    if (name.noun === 'pass' && tie !== 'quoted') return false;
    return (
      trimmed.length >= 4 && (tie === 'quoted' || /^(?:\s*$|\s*\n|[.,;!)"'}\s]*(?:$|\n|and|but|on|for))/.test(follows))
    );
  }
  const chosen = looksChosen(value) || (looksRandom(value) && !isUuid(value));
  if (isUuid(value)) return tie === 'quoted' || tie === 'assigned';
  if (name.doubtful) return (tie === 'quoted' || tie === 'assigned') && value.length >= 8 && chosen;
  if (chosen) {
    if (tie !== 'adjacent') return true;
    return (
      trimmed.length >= 6 &&
      ((/[a-z]/i.test(trimmed) && /\d/.test(trimmed) && /[!@#$%^&*?_+=]/.test(value)) ||
        (/\p{L}\d/u.test(trimmed) && trimmed.length >= 7 && !/^[\d.]+[a-z]+$/i.test(trimmed)) ||
        looksRandom(trimmed))
    );
  }
  if (tie === 'adjacent' || tie === 'hinted') return false;
  if (inQuotes || name.constant)
    return value.length >= 4 && !saysPassword(value) && /\p{L}/u.test(value) && isUncommonQuoted(value);
  if (/^[\p{L}]+(?:[-_.][\p{L}\d]+){2,}$/u.test(trimmed) && tie !== 'stated') {
    return trimmed.split(/[-_.]/).every((word) => !proseWords.has(foldCase(word)));
  }
  if (/^[\p{L}\d]+(?:-[\p{L}\d]+){3,}$/u.test(trimmed)) {
    return trimmed.split('-').every((word) => !proseWords.has(foldCase(word)));
  }
  // One plain word that ends the sentence or the line: my password is swordfish.
  return (
    englishNoun.test(name.noun) &&
    /^\p{Ll}+$/u.test(trimmed.slice(1)) &&
    trimmed.length >= 5 &&
    isUncommonWord(trimmed) &&
    !saysPassword(trimmed) &&
    /^[.!]?\s*(?:$|\r?\n)/.test(value.slice(trimmed.length) + follows)
  );
}

/** Quoted words are taken at their word, but labels and messages are not: `password: "Passwort"`. */
function isUncommonQuoted(value: string): boolean {
  return /^[\p{L}\p{N}_.-]+[!?]{0,3}$/u.test(value) && !proseWords.has(foldCase(value));
}

function saysPassword(value: string): boolean {
  return /pass(?:word|wort|wd|phrase|code)|kennwort|contrase|senha|parola|wachtwoord|has[łl]o|парол|[şs]ifre|secret$|token$/u.test(
    foldCase(value),
  );
}

/** Four or more plain words up to the end of the sentence. */
function passphraseAt(text: string, name: SecretName, start: number): Finding | undefined {
  if (name.level !== 'chosen' || name.doubtful) return undefined;
  const line = /^["'`“]?(?<words>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,15})[.!"'`”]?(?:\s|$)/.exec(
    text.slice(start, start + 240),
  );
  const phrase = line?.groups?.['words'];
  if (phrase === undefined || !isPassphrase(phrase)) return undefined;
  const first = start + (line as RegExpExecArray)[0].indexOf(phrase);
  return { kind: name.kind, start: first, end: first + phrase.length, rank: 1 };
}

function isPin(value: string, name: SecretName, tie: Tie, follows: string, before: string): boolean {
  const digits = trimEnd(value, '#*.!');
  if (name.kind === 'card_security_code') return /^\d{3,4}$/.test(digits);
  if (tie === 'adjacent' && !/^\d{4}$/.test(digits)) return false;
  if (/^\s?(?:days?|times|characters|digits|min|hours|years|people|users|%|€|\$|mm|hz|khz|volts?)/i.test(follows))
    return false;
  if (/^\d(?:[-–]\d{1,3}){2,5}$/.test(digits)) return true;
  // Indian postal codes are called so as well.
  if (
    /^pin[ -]?code$/.test(name.noun) &&
    digits.length === 6 &&
    !/(?:my|your|card|phone|sim|bank)\s\S{0,20}\s?$/.test(before)
  ) {
    return false;
  }
  return /^#?\d{4,12}$/.test(digits) && new Set(digits).size > 1;
}

function isIdentityNumber(value: string, follows: string, kind: SensitiveKind): boolean {
  const whole = value + (/^(?:[ .-]\d{2,6}){1,5}(?!\d)/.exec(follows)?.[0] ?? '');
  const compact = trimEnd(whole.replace(/[\s.\-/]/g, ''), ',;:');
  if (kind === 'us_ssn') return /^\d{9}$/.test(compact) && isSocialSecurityNumber(compact);
  if (kind === 'passport_number') return /^(?=(?:\D*\d){5})[A-Z0-9]{7,10}$/i.test(compact);
  return /^(?=(?:[^\d]*\d){6})[A-Z0-9]{8,18}$/i.test(compact) && !isCard(compact);
}

/** user:password or user/password. */
function isPair(value: string): boolean {
  const pair = /^(?<user>[\w.@+-]{2,64})[:/](?<secret>[^\s/:]{4,100})$/.exec(value)?.groups;
  if (!pair || /^(?:https?|ftp)$/i.test(pair['user'] as string)) return false;
  const secret = pair['secret'] as string;
  return (
    !isPlaceholder(secret) && looksChosen(secret) && /[a-z]/i.test(secret) && /\d/.test(secret) && secret.length >= 6
  );
}

// — characters

/** By code unit below the CJK scripts: 1 a letter, 2 a digit or `_`, 4 another sign that names hold. */
const classes = new Uint8Array(0x2000).map((_, code) => {
  const character = String.fromCharCode(code);
  if (code < 128 ? /[a-z]/i.test(character) : /\p{L}|\p{M}/u.test(character)) return 1;
  if (/[0-9_]/.test(character)) return 2;
  return '-.$'.includes(character) ? 4 : 0;
});

function isNamePart(code: number): boolean {
  return code < 0x2000 && classes[code] !== 0;
}

function isWordPart(code: number): boolean {
  return code < 0x2000 && ((classes[code] as number) & 3) !== 0;
}

function isLetter(code: number): boolean {
  return code < 0x2000 && classes[code] === 1;
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 96 && code < 123;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0;
}

function isGap(code: number): boolean {
  return isSpace(code) || code === 10 || code === 13;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

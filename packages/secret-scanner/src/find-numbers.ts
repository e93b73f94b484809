import { digitGroupings, gapLength } from './digit-groupings.ts';
import { foldCase } from './keyword-index.ts';
import { pausesEvery } from './pauses-every.ts';
import type { Finding, SensitiveKind } from './sensitive-kinds.ts';

const zero = 48;
const nine = 57;
const stroke = 47;

/**
 * Finds card numbers, social security numbers and other numbers with check digits, by their digits alone. Pauses after
 * each `pauseCharacters`.
 */
export function* findNumbers(text: string, pauseCharacters: number): Generator<void, Finding[]> {
  const found: Finding[] = [];
  const pauses = pausesEvery(pauseCharacters);
  for (let at = nextDigit(text, 0); at >= 0; at = nextDigit(text, at)) {
    if (pauses(at)) yield;
    const end = endOfNumber(text, at);
    if (end - at >= 11 && end - at <= 40 && !continues(text, at, end)) {
      const kind = kindOf(text, at, end);
      if (kind) found.push({ kind, start: at, end, rank: 3 });
      else pushFirstCard(found, text, at, end);
    }
    const isFound = found.length > 0 && (found.at(-1) as Finding).start === at;
    const loose = !isFound && mayBeLoose(text, at, end) ? findLooseNumber(text, at) : undefined;
    if (loose) found.push(loose);
    at = loose?.end ?? end;
  }
  return found;
}

const digit = /\d/g;

/** Returns the offset of the next digit, or -1. An expression finds it several times as fast as a loop. */
function nextDigit(text: string, from: number): number {
  digit.lastIndex = from;
  return digit.test(text) ? digit.lastIndex - 1 : -1;
}

/** Returns the end of digits with single separators (space, dash, dot) between them. Two separators end a number. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) end = at + 1;
    else if (!isSeparator(code) || at > end) break;
  }
  return end;
}

function continues(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}_+#$@/.=-]/u.test(text.charAt(start - 1)) && !/[=/]/.test(text.charAt(start - 1))
    ? true
    : /[\p{L}_]/u.test(text.charAt(end)) || (/[-@/]/.test(text.charAt(end)) && /\w/.test(text.charAt(end + 1)));
}

function kindOf(text: string, start: number, end: number): SensitiveKind | undefined {
  return kindOfValue(withPlainSeparators(text.slice(start, end)), text, start, end);
}

/** @param value the number from `start` to `end`, with plain separators */
function kindOfValue(value: string, text: string, start: number, end: number): SensitiveKind | undefined {
  if (/^\d{3}-\d{2}-\d{4}$/.test(value)) {
    return isSocialSecurityNumber(value.replaceAll('-', '')) && !isNumberOfThing(text, start) ? 'us_ssn' : undefined;
  }
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(value)) return isCpf(value.replace(/\D/g, '')) ? 'national_id' : undefined;
  return isCard(value) && !isNamedOtherwise(text, start, value) && !isMeasured(text, value, end)
    ? 'card_number'
    : undefined;
}

/** Replaces spaces and hyphens by those of ASCII, without a change of the length. */
function withPlainSeparators(value: string): string {
  return value.replaceAll(/[\u00a0\u202f\u2007-\u200a]/g, ' ').replaceAll(/[\u2010-\u2013]/g, '-');
}

/** Whether the number from `start` may continue after `end`. This check of few characters excludes most numbers. */
function mayBeLoose(text: string, start: number, end: number): boolean {
  let group = start;
  while (isDigit(text.charCodeAt(group))) group++;
  const behind = text.charCodeAt(group);
  if (behind === 10 || behind === 13) return true;
  if (group - start !== 3 && group - start !== 4) return false;
  const next = text.charCodeAt(end);
  return (
    end - start >= 11 || next === 95 || next === stroke || next === 9 || next === 10 || next === 13 || isSeparator(next)
  );
}

/** Finds a number whose groups are further apart than usual, or on two lines. */
function findLooseNumber(text: string, start: number): Finding | undefined {
  for (const { value, end } of digitGroupings(text, start)) {
    const written = text.slice(start, end);
    // A path has strokes around it, too.
    if (text.charCodeAt(start - 1) === stroke && written.includes('/')) continue;
    if (written.includes('\t') && isInTable(text, start, end)) continue;
    const kind = continues(text, start, end) ? undefined : kindOfValue(value, text, start, end);
    if (kind) return { kind, start, end, rank: 3 };
  }
  return undefined;
}

/** Whether a number with tabs inside is a part of longer or several rows. */
function isInTable(text: string, start: number, end: number): boolean {
  return (
    text.slice(start, end).includes('\n') ||
    /\d\t$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /^\t\d/.test(text.slice(end, end + 2))
  );
}

/** Finds a card number before its expiry date: `4111 1111 1111 1111 12 27`. */
function pushFirstCard(found: Finding[], text: string, start: number, end: number): void {
  const value = withPlainSeparators(text.slice(start, end));
  const grouped =
    /^(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|3\d{3}[ -]\d{6}[ -]\d{5}|\d{15,16})(?=[ -]\d{2,4}(?:$|[ -/]))/.exec(value);
  if (grouped && isCard(grouped[0]) && !isNamedOtherwise(text, start, value)) {
    found.push({ kind: 'card_number', start, end: start + grouped[0].length, rank: 3 });
  }
}

/** Recognises a payment card by length, issuer, groups and check digit. */
export function isCard(value: string): boolean {
  if (
    !/^\d+$/.test(value) &&
    !/^\d{4}([ -.])\d{4}\1\d{4}\1\d{1,7}$|^\d{4}([ -.])\d{6}\2\d{4,5}$|^\d{4}([ -])\d{4}\3\d{4}\3\d{4}\3\d{3}$/.test(
      value,
    )
  ) {
    return false;
  }
  const digits = value.replace(/\D/g, '');
  return hasIssuer(digits) && new Set(digits).size > 1 && luhn(digits);
}

function hasIssuer(digits: string): boolean {
  const { length } = digits;
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  if (length === 15) return two === 34 || two === 37;
  if (length === 14) return two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059);
  if (length === 16) {
    return (
      digits[0] === '4' ||
      (two >= 50 && two <= 58) ||
      (four >= 2221 && four <= 2720) ||
      (four >= 2200 && four <= 2204) ||
      four === 6011 ||
      (four >= 6440 && four <= 6599) ||
      (four >= 3528 && four <= 3589) ||
      two === 62 ||
      two === 81 ||
      two === 63 ||
      two === 67 ||
      two === 60 ||
      four === 9792
    );
  }
  return length === 19 && (two === 62 || two === 63 || two === 67 || digits[0] === '4');
}

/** Whether the words before bare digits name something else. */
function isNamedOtherwise(text: string, start: number, value: string): boolean {
  if (/\D/.test(value)) return /(?:imei|isbn|tracking)\W{0,3}(?:\w{1,8}\W{0,2}){0,2}$/.test(before(text, start));
  return /(?:order|invoice|tracking|imei|isbn|ticket|reference|ref|serial|shipment|parcel|tweet|message|event|transaction|booking|account id|customer|user|request|trace|batch|sku|gtin|ean|upc|snowflake|id|offset|size|length|timestamp|epoch|nanos|bytes|seed|nonce|duration|elapsed|cursor|checksum|inode|sequence|seq|_ns|\bns)\b["']?\W{0,4}(?:(?:number|no|nr|num|code|id|is|was|are|#)\W{0,3}){0,3}$/.test(
    before(text, start),
  );
}

/** Whether bare digits have a unit behind them. */
function isMeasured(text: string, value: string, end: number): boolean {
  return (
    !/\D/.test(value) &&
    /^\s?(?:[nuµm]s|(?:nano|micro|milli)?seconds?|bytes?|bits?|[kmg]i?b|rows?|items?|tokens?|units?|ticks?|cycles?|wei|gwei|satoshis?)\b/i.test(
      text.slice(end, end + 16),
    )
  );
}

/**
 * Whether the words before a number name a thing. An order number may have the same groups as a social security number.
 */
function isNumberOfThing(text: string, start: number): boolean {
  return /(?:order|invoice|tracking|imei|isbn|ticket|serial|shipment|parcel|booking|transaction|batch|sku|model|part|phone|tel|telephone|fax|mobile|call)\b["']?\W{0,4}(?:(?:number|no|nr|num|code|id|is|was|are|#)\W{0,3}){0,3}$/.test(
    before(text, start),
  );
}

function before(text: string, start: number): string {
  return foldCase(text.slice(Math.max(0, start - 40), start));
}

export function isSocialSecurityNumber(digits: string): boolean {
  const area = digits.slice(0, 3);
  return (
    digits.length === 9 &&
    area !== '000' &&
    area !== '666' &&
    area < '900' &&
    digits.slice(3, 5) !== '00' &&
    digits.slice(5) !== '0000'
  );
}

function isCpf(digits: string): boolean {
  if (new Set(digits).size === 1) return false;
  return [9, 10].every((count) => {
    let sum = 0;
    for (let at = 0; at < count; at++) sum += Number(digits[at]) * (count + 1 - at);
    return ((sum * 10) % 11) % 10 === Number(digits[count]);
  });
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - zero;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** The figure space, and the narrow spaces between the groups of printed numbers. */
function isThinSpace(code: number): boolean {
  return code >= 0x2007 && code <= 0x200a;
}

/** Hyphens outside ASCII, the figure dash and the en dash. */
function isWideDash(code: number): boolean {
  return code >= 0x2010 && code <= 0x2013;
}

function isSeparator(code: number): boolean {
  return (
    code === 32 ||
    code === 45 ||
    code === 46 ||
    code === 0xa0 ||
    code === 0x202f ||
    isThinSpace(code) ||
    isWideDash(code)
  );
}

const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const ibanStart = /[A-Za-z]{2}\d\d/g;

/** Finds international bank account numbers by two letters, two digits and the check of ISO 13616. */
export function* findIbans(text: string, pauseCharacters: number): Generator<void, Finding[]> {
  const found: Finding[] = [];
  const pauses = pausesEvery(pauseCharacters);
  for (let next = 0; ; ) {
    ibanStart.lastIndex = next;
    if (!ibanStart.test(text)) return found;
    next = ibanStart.lastIndex;
    const at = next - 4;
    if (pauses(at)) yield;
    const length = ibanLengths[text.slice(at, at + 2).toUpperCase()];
    if (length === undefined || /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) continue;
    const end = endOfIban(text, at, length);
    if (end > 0) {
      found.push({ kind: 'iban', start: at, end, rank: 3 });
      next = end;
    }
  }
}

/** Returns the end of the account number that begins at `start`, or 0 without one. */
function endOfIban(text: string, start: number, length: number): number {
  let compact = '';
  let at = start;
  while (compact.length < length && at < text.length) {
    const code = text.charCodeAt(at);
    if (isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) compact += text[at++];
    else {
      const gap = gapLength(text, at);
      if (gap === 0) return 0;
      at += gap;
    }
  }
  if (compact.length < length || /[\p{L}\p{N}]/u.test(text.charAt(at))) return 0;
  let rest = 0;
  for (const character of (compact.slice(4) + compact.slice(0, 4)).toUpperCase()) {
    const code = character.charCodeAt(0);
    rest = isDigit(code) ? (rest * 10 + code - zero) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest === 1 ? at : 0;
}

import { endOfList } from './end-of-list.ts';
import { identityNumberLength } from './identity-number-length.ts';
import { isChosen } from './is-chosen.ts';
import { isPin } from './is-pin.ts';
import { foldCase } from './keyword-index.ts';
import { mayNamePassword } from './may-name-password.ts';
import type { Reading, SecretName, Tie } from './reading.ts';
import type { NounLevel } from './secret-nouns.ts';
import type { Finding, SensitiveKind } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';
import { isExpression, isPlaceholder, isUuid, looksChosen, looksRandom } from './value-checks.ts';
import { vendorKind } from './vendors.ts';

/** The shortest value that can be a secret. */
const minLengths: Readonly<Record<NounLevel, number>> = {
  chosen: 4,
  random: 6,
  veryRandom: 12,
  digits: 3,
  identity: 3,
  pair: 7,
};

/** Returns a finding when the text from `start` to `end` is a secret, given its name and its tie to the name. */
export function classifyNamedValue(
  reading: Reading,
  name: SecretName,
  start: number,
  end: number,
  tie: Tie,
  inQuotes: boolean,
): Finding | undefined {
  const { text, folded } = reading;
  if (name.level === 'pair') {
    const spaced = findSpacedPair(text, name, start, end);
    if (spaced) return spaced;
  }
  if (end - start < minLengths[name.level]) return undefined;
  if (name.noun === 'pass' && !mayNamePassword(reading, name, start, end)) return undefined;
  // This is a short cut, because most words next to a noun are plain words.
  if ((tie === 'adjacent' || tie === 'hinted') && !inQuotes && isPlainWord(text, start, end)) return undefined;
  const value = text.slice(start, end);
  const follows = text.slice(end, end + 24);
  if (name.level === 'identity') {
    const length = identityNumberLength(value, follows, name.kind);
    return length > 0 ? { kind: name.kind, start, end: start + length, rank: 1 } : undefined;
  }
  const before = folded.slice(Math.max(0, name.start - 24), name.start);
  const vendor = () =>
    name.level === 'random' || name.level === 'veryRandom' ? vendorKind(folded, name.start, start) : undefined;
  if (!isSecretValue(value, name, tie, inQuotes, follows, before, vendor)) return undefined;
  const spoken = /^[!.]$/.test(value.slice(-1)) && !inQuotes && tie !== 'assigned' ? trimEnd(value, '.') : value;
  const issuer = vendor();
  const kind = issuer ?? (name.constant && text[name.end] === '=' ? 'env_file_value' : name.kind);
  const last = endOfList(text, name, spoken, start + spoken.length);
  return { kind, start, end: last, rank: issuer ? 2 : 1 };
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
  if ((!inQuotes && isExpression(value)) || isPlaceholder(value)) return false;
  // POSTGRES_PASSWORD=postgres repeats a part of its name.
  if (name.text.includes(foldCase(value))) return false;
  if (level === 'pair') return isPair(value);
  if (level === 'chosen') return isChosen(value, name, tie, inQuotes, follows);
  if (/[\s()[\]{}]/.test(value)) return false;
  if (tie === 'adjacent' && (value.length < 12 || !/\d/.test(value))) return false;
  if (name.kind === 'recovery_code') return isRecoveryCode(value, follows);
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
  // A UUID is an identifier, unless its name is clearly that of a secret.
  if (isUuid(value))
    return !name.uncertain && (vendor() !== undefined || (name.kind !== 'access_token' && tie !== 'adjacent'));
  if (name.uncertain) return value.length >= 16 && looksRandom(value);
  if (looksRandom(value)) return value.length >= 12 || tie === 'quoted' || tie === 'assigned' || tie === 'stated';
  // People also choose secrets such as s3cr3t!pw.
  return (
    name.kind === 'secret' && tie === 'quoted' && value.length >= 8 && looksChosen(value) && /[!@#$%^&*]/.test(value)
  );
}

function isRecoveryCode(value: string, follows: string): boolean {
  // Some codes have two groups: 1234 5678.
  if (/^\d{4}$/.test(value)) return /^ \d{4}(?!\d)/.test(follows);
  return /\d/.test(value) && /^[\w-]{6,60}$/.test(value) && !/^\d{1,5}$/.test(value);
}

/**
 * Finds `alice / password`. The spaces around the stroke are common elsewhere, so that the password must look random.
 */
function findSpacedPair(text: string, name: SecretName, start: number, end: number): Finding | undefined {
  const rest = /^ \/ (?<secret>[^\s/:]{8,64})/.exec(text.slice(end, end + 70))?.groups?.['secret'];
  if (rest === undefined || !/^[\w.@+-]{2,64}$/.test(text.slice(start, end))) return undefined;
  const secret = trimEnd(rest, '.,;)');
  if (isPlaceholder(secret) || !/\d/.test(secret) || !looksRandom(secret)) return undefined;
  return { kind: name.kind, start: end + 3, end: end + 3 + secret.length, rank: 1 };
}

/** Whether the value is user:password or user/password. */
function isPair(value: string): boolean {
  const pair = /^(?<user>[\w.@+-]{2,64})[:/](?<secret>[^\s/:]{4,100})$/.exec(value)?.groups;
  if (!pair || /^(?:https?|ftp)$/i.test(pair['user'] as string)) return false;
  const secret = pair['secret'] as string;
  return (
    !isPlaceholder(secret) && looksChosen(secret) && /[a-z]/i.test(secret) && /\d/.test(secret) && secret.length >= 6
  );
}

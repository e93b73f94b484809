import { firstUnspaced } from './characters.ts';
import { classifyNamedValue } from './classify-named-value.ts';
import { findPassphrase } from './find-passphrase.ts';
import { readValue } from './read-value.ts';
import type { Reading, SecretName } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { endsLine, skipLineBreak } from './skip-line-break.ts';

const separator =
  /[\\"'`’”»\])*_]{0,4}[?!]?[ \t]{0,20}(?:\([^()\n]{1,40}\)[ \t]{0,4})?(?<sign>:=|\?=|=>|={1,3}|!={1,2}|:{1,2}|：|＝|->|→|\||>)[ \t*_]{0,20}(?:[|>][+-]?[ \t]{0,4}(?=\r?\n))?/y;
const typeFirst =
  /(?:string|str|String|char\s?\*|text|TEXT|auto|any)(?:\s?\|\s?(?:null|undefined|None))?\s{0,4}=\s{0,4}/y;
const wrapper =
  /(?:[brfuBR]|@|(?:SecretStr|Secret|String|str|bytes|quote|Buffer\.from|pydantic\.SecretStr|Some|Just|new Secret)\()(?=["'`])/y;

/** Finds `name = value`. Returns `nothing` when the assigned value is no secret. */
export function findAssigned(reading: Reading, name: SecretName): Finding | 'nothing' | undefined {
  const { text } = reading;
  if (!signFollows(text, name.end)) return undefined;
  separator.lastIndex = name.end;
  const tie = separator.exec(text);
  if (!tie) return undefined;
  const sign = tie.groups?.['sign'] as string;
  // The sign ends a tag such as <password>, and no arrow or quotation.
  if (sign === '>' && text[name.start - 1] !== '<') return undefined;
  const beginsInFile = sign === '=' && name.constant && beginsLine(text, name.start);
  const line = skipLineBreak(text, separator.lastIndex);
  // An environment file has empty values, and a mask is a value.
  if (line && (beginsInFile || /[*_]{3}/.test(tie[0]))) return 'nothing';
  let at = line?.at ?? separator.lastIndex;
  at = skip(typeFirst, text, at);
  at = skip(wrapper, text, at);
  const value = readValue(reading, at, sign, beginsInFile);
  if (!value || (line?.isWide && !endsLine(text, value.end))) return 'nothing';
  if (name.noun.charCodeAt(0) >= firstUnspaced && !value.quoted) value.end = endOfAscii(text, value.start, value.end);
  const quoted = value.quoted || name.constant || sign === '>';
  return (
    classifyNamedValue(reading, name, value.start, value.end, quoted ? 'quoted' : 'assigned', value.quoted) ??
    findPassphrase(text, name, value.start) ??
    'nothing'
  );
}

/** Whether a line of an environment file begins here, also with `export` or the like before the name. */
function beginsLine(text: string, start: number): boolean {
  return /(?:^|\n)[ \t]{0,8}(?:(?:export|ENV|set|-)[ \t])?$/.test(text.slice(Math.max(0, start - 20), start));
}

/** Returns the end of a value before text without spaces: 密码：abc123谢谢. */
function endOfAscii(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) < 128) at++;
  return at;
}

/** Whether `separator` can match. This check of few characters rules most nouns out. */
function signFollows(text: string, from: number): boolean {
  for (let at = from; at < from + 28; at++) {
    const character = text[at];
    if (character === undefined) return false;
    if (':=?!|>(-：＝→'.includes(character)) return true;
    if (!'\\"\'`’”»])*_ \t'.includes(character)) return false;
  }
  return false;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

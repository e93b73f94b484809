import type { SecretName } from './reading.ts';
import { trimEnd } from './trim-end.ts';
import { isPlaceholder, looksChosen } from './value-checks.ts';

const maxItems = 32;
const nextItem = /["'`]?[\s,;|•*]{1,8}(?:(?:and|or|und|et|&|-|\d{1,2}[.)])\s{1,4})?["'`]?(?<item>[^\s,;|"'`]{4,64})/y;

/** Returns the end of a list of recovery codes or passwords that begins with the value `first`. */
export function endOfList(text: string, name: SecretName, first: string, firstEnd: number): number {
  if (!/s$/.test(name.text) || (name.kind !== 'recovery_code' && name.level !== 'chosen')) return firstEnd;
  let end = firstEnd;
  for (let count = 0; count < maxItems; count++) {
    nextItem.lastIndex = end;
    const match = nextItem.exec(text);
    if (!match) break;
    const raw = match.groups?.['item'] as string;
    const item = trimEnd(raw, '.)]}');
    const isItem = name.kind === 'recovery_code' ? isLike(first, item) : isPassword(item, match[0]);
    if (!isItem) break;
    end = nextItem.lastIndex - raw.length + item.length;
  }
  return end;
}

/** All codes of a set have the same length. */
function isLike(first: string, item: string): boolean {
  return item.length === first.length && /\d/.test(item) && /^[\w-]+$/.test(item);
}

function isPassword(item: string, whole: string): boolean {
  return (
    /[,;|\n]|\s(?:and|or|und|et|&)\s/.test(whole) && !/[=:]/.test(item) && looksChosen(item) && !isPlaceholder(item)
  );
}

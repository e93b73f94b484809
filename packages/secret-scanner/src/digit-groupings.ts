export interface DigitGrouping {
  /** The groups with plain separators between them, or none in a number that only a line break divides. */
  value: string;
  end: number;
}

/** The layouts of cards and of social security numbers, as the lengths of their groups, with their separators. */
const layouts: ReadonlyMap<string, string> = new Map([
  ['4,4,4,4', ' '],
  ['4,4,4,4,3', ' '],
  ['4,6,5', ' '],
  ['4,6,4', ' '],
  ['3,2,4', '-'],
  ...['14', '15', '16', '19'].map((length) => [length, ''] as const),
]);
const maxGroups = 6;
const group = /\d{1,19}/y;
/** Up to four separators, or one stroke, or a line break with indentation and marks of quotations around it. */
const gap = /\/|[ \t_.\u00a0\u202f\u2007-\u200a\u2012\u2013-]{0,4}(?:\r?\n[ \t>|*-]{0,12})?/y;

/** The length of the gap between the groups of a number, or 0. */
export function gapLength(text: string, at: number): number {
  gap.lastIndex = at;
  return gap.exec(text)?.[0].length ?? 0;
}

/**
 * Returns the numbers of a known layout that begin at `start`, the longest first. Their gaps may be wide, and one of
 * them may be a line break, also inside a group.
 */
export function digitGroupings(text: string, start: number): DigitGrouping[] {
  const groups: { digits: string; gap: string; end: number }[] = [];
  for (let at = start, before = ''; groups.length < maxGroups; ) {
    group.lastIndex = at;
    const digits = group.exec(text)?.[0];
    if (digits === undefined || (before.includes('\n') && groups.some((one) => one.gap.includes('\n')))) break;
    at += digits.length;
    groups.push({ digits, gap: before, end: at });
    before = text.slice(at, at + gapLength(text, at));
    if (before === '') break;
    at += before.length;
  }
  const found: DigitGrouping[] = [];
  for (let count = groups.length; count > 1; count--) {
    const taken = groups.slice(0, count);
    const end = (taken.at(-1) as (typeof taken)[0]).end;
    const broken = taken.findIndex((one) => one.gap.includes('\n'));
    if (broken > 0 && isInColumn(text, start, end)) continue;
    const digits = taken.map((one) => one.digits);
    const value = inLayout(digits, taken) ?? (broken > 0 ? inLayout(joinedAt(digits, broken), taken) : undefined);
    if (value !== undefined) found.push({ value, end });
  }
  return found;
}

function joinedAt(digits: readonly string[], at: number): string[] {
  return [...digits.slice(0, at - 1), `${digits[at - 1]}${digits[at]}`, ...digits.slice(at + 1)];
}

function inLayout(digits: readonly string[], taken: readonly { gap: string }[]): string | undefined {
  const separator = layouts.get(digits.map(({ length }) => length).join());
  // Only hyphens make a social security number of nine digits.
  const strokes = taken.filter(({ gap }) => gap === '/').length;
  // Strokes divide a card number everywhere or nowhere.
  if (strokes > 0 && (separator !== ' ' || strokes < taken.length - 1)) return undefined;
  if (
    separator === undefined ||
    (separator === '-' && !taken.slice(1).every(({ gap }) => /[\u2012\u2013-]/.test(gap)))
  ) {
    return undefined;
  }
  return digits.join(separator);
}

/** Whether the line before or behind is a number of the same column. */
function isInColumn(text: string, start: number, end: number): boolean {
  return (
    /\d{4}[ \t]{0,4}\r?\n[ \t>|*]{0,12}$/.test(text.slice(Math.max(0, start - 24), start)) ||
    /^[ \t]{0,4}\r?\n[ \t>|*]{0,12}\d{4}/.test(text.slice(end, end + 24))
  );
}

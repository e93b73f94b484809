import { invalidArgument } from './internal/invalid-argument.ts';

const minCharacters = 200;
const mark = '- ';
/**
 * Characters that are not shown, which can hide text or change its order. Single joiners and the two variation selectors
 * of emoji stay.
 */
const invisible = /[\p{DI}\ufff9-\ufffb]{3,}|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{DI}\ufff9-\ufffb]/gu;
/** White space and control characters, which include every line break. */
const blanks = /[\s\p{Cc}]+/gu;

/**
 * Writes memories as text for a prompt: one line each, `- ` and the text. Line breaks and control characters become
 * spaces, so that the text of one memory cannot imitate another entry. Invisible characters are removed, such as tags
 * and those that change the order of a text; emoji and the joiners of scripts stay. Memories that do not fit are left
 * out, the last ones first; a first one that is too long is shortened and ends with `…`.
 * @param memories the results of a search, best first
 * @param options.maxCharacters the maximum length in UTF-16 units, 200 or more; unlimited by default
 * @throws {MnemaError} `invalid_argument` for a `maxCharacters` that is no whole number of 200 or more
 */
export function formatMemories(
  memories: Iterable<{ memory: string }>,
  { maxCharacters = Number.MAX_SAFE_INTEGER }: { maxCharacters?: number } = {},
): string {
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < minCharacters) {
    throw invalidArgument('/maxCharacters', `must be a whole number of ${minCharacters} or more`);
  }
  let text = '';
  for (const { memory } of memories) {
    const line = mark + memory.replace(invisible, '').replace(blanks, ' ').replace(/^ | $/g, '');
    if (line === mark) continue;
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > maxCharacters) return text === '' ? shorten(line, maxCharacters) : text;
    text = longer;
  }
  return text;
}

/** Cuts a line without splitting a character, and marks the cut. */
function shorten(line: string, length: number): string {
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/ $/, '')}…`;
}

const mark = '- ';
/** Characters that are not shown. Single joiners and the two variation selectors of emoji stay. */
const invisible = /[\p{DI}\ufff9-\ufffb]{3,}|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{DI}\ufff9-\ufffb]/gu;
/** White space and control characters, which include every line break. */
const blanks = /[\s\p{Cc}]+/gu;

/**
 * Puts a text on one line without invisible characters, so that it cannot imitate another entry or hide a text.
 * @param {string} text
 */
export function toOneLine(text) {
  return text.replace(invisible, '').replace(blanks, ' ').replace(/^ | $/g, '');
}

/**
 * Follows the rules of `formatMemories` of the SDK, which a plugin cannot import: Claude Code copies this folder alone.
 * @param {Iterable<string>} memories
 * @param {number} [maxCharacters]
 */
export function formatMemories(memories, maxCharacters = Number.MAX_SAFE_INTEGER) {
  let text = '';
  for (const memory of memories) {
    const line = mark + toOneLine(memory);
    if (line === mark) continue;
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > maxCharacters) return text === '' ? shorten(line, maxCharacters) : text;
    text = longer;
  }
  return text;
}

/**
 * Cuts a line without splitting a character, and marks the cut.
 * @param {string} line
 * @param {number} length
 */
function shorten(line, length) {
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/ $/, '')}…`;
}

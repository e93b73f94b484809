/** Characters that terminals and editors do not show, or that change the order of those around them. */
const escaped = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Writes invisible characters as `\u202e`, which is valid in a JSON string, too. The result is one visible line. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(escaped, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
}

/** Single joiners and the two variation selectors of emoji stay. */
const removed = /[\p{DI}\ufff9-\ufffb]{3,}|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{DI}\ufff9-\ufffb]/gu;

/** Removes invisible characters from a text for a prompt, by the rule of `formatMemories` of the SDKs. */
export function removeInvisible(text: string): string {
  return text.replaceAll(removed, '');
}

/** The characters that end a line. Other readers take some more control characters for that, which are left out. */
const lineEnd = /\r\n|[\v\f\r\x85\u2028\u2029]/g;
const control = /(?![\t\n])\p{Cc}/gu;

/** Puts `> ` before each line, so that none can imitate the text around it. Control characters could hide the mark. */
export function quoteLines(text: string): string {
  return removeInvisible(text)
    .replaceAll(lineEnd, '\n')
    .replaceAll(control, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Characters that JSON leaves as they are although they end a line, hide text, or change the order of the line. */
const unescaped = /[\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{DI}/gu;
/** One word without brackets, quotes and the separators of lists. */
const plainWord = /^[\p{L}\p{M}\p{N}_.:=@/+#&~-]+$/u;
/** Several such words, as in names of people and things. */
const plainName = /^[\p{L}\p{M}\p{N}_.@/+#&~'’…-]+(?: [\p{L}\p{M}\p{N}_.@/+#&~'’…-]+)*$/u;

export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(unescaped, escapeInvisible);
}

/** Puts a text in quotes unless it is plain, so that it cannot imitate another field, or another item of a list. */
function quoteUnless(form: RegExp) {
  // Some invisible characters are letters or marks.
  return (text: string): string => (form.test(text) && text.search(unescaped) === -1 ? text : toJsonLine(text));
}

export const quoteId = quoteUnless(plainWord);
export const quoteName = quoteUnless(plainName);

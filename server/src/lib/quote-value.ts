import { escapeInvisible } from './escape-invisible.ts';

/** Characters that JSON leaves as they are although they end a line, hide text, or change the order of the line. */
const unescaped = /[\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{DI}/gu;
/** One word without brackets, quotes and the separators of lists. */
const plainWord = /^[\p{L}\p{M}\p{N}_.:=@/+#&~-]+$/u;
/** Several such words, as in names of people and things. */
const plainName = /^[\p{L}\p{M}\p{N}_.@/+#&~'’…-]+(?: [\p{L}\p{M}\p{N}_.@/+#&~'’…-]+)*$/u;

/** Renders a value as JSON on one line. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(unescaped, escapeInvisible);
}

/** Puts an id in quotes unless it is a plain word, so that it cannot imitate another field. */
export function quoteId(id: string): string {
  return isPlain(id, plainWord) ? id : toJsonLine(id);
}

/** Puts a name in quotes unless it consists of plain words, so that it cannot imitate another item of a list. */
export function quoteName(name: string): string {
  return isPlain(name, plainName) ? name : toJsonLine(name);
}

function isPlain(text: string, form: RegExp): boolean {
  // Some invisible characters are letters or marks.
  return form.test(text) && text.search(unescaped) === -1;
}

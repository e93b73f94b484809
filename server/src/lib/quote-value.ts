/** Characters that JSON leaves as they are although they end a line, or change the order of the line for its reader. */
const unescaped = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** One word without brackets, quotes and the separators of lists. */
const plainWord = /^[\p{L}\p{M}\p{N}_.:=@/+#&~-]+$/u;
/** Several such words, as in names of people and things. */
const plainName = /^[\p{L}\p{M}\p{N}_.@/+#&~'’…-]+(?: [\p{L}\p{M}\p{N}_.@/+#&~'’…-]+)*$/u;

/** Renders a value as JSON on one line. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    unescaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Puts an id in quotes unless it is a plain word, so that it cannot imitate another field. */
export function quoteId(id: string): string {
  return plainWord.test(id) ? id : toJsonLine(id);
}

/** Puts a name in quotes unless it consists of plain words, so that it cannot imitate another item of a list. */
export function quoteName(name: string): string {
  return plainName.test(name) ? name : toJsonLine(name);
}

/** Characters that terminals and editors do not show, or that change the order of those around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Writes invisible characters as `\u202e`, which is valid in a JSON string, too. The result is one visible line. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
}

/** A character class of the scripts without spaces between words, for regular expressions with the `v` flag. */
export const unspacedScripts =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';

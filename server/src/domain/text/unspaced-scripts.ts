/** The scripts that put no spaces between words, as a character class for regular expressions with the `v` flag. */
export const unspacedScripts =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';

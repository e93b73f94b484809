/** Without the `characters` at its end. A loop, since a pattern such as `[.,]+$` takes time that grows by the square. */
export function trimEnd(value: string, characters: string): string {
  let end = value.length;
  while (end > 0 && characters.includes(value[end - 1] as string)) end--;
  return value.slice(0, end);
}

/** Cuts `characters` off the end. A pattern such as `[.,]+$` would take quadratic time. */
export function trimEnd(value: string, characters: string): string {
  let end = value.length;
  while (end > 0 && characters.includes(value[end - 1] as string)) end--;
  return value.slice(0, end);
}

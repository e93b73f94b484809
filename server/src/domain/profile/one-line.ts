/** Makes one line of at most `maxLength` UTF-16 units without control characters. A line that was cut ends with `…`. */
export function toOneLine(text: string, maxLength: number): string {
  // Runs of spaces become one space, so that the line may need twice its length of an ordinary text.
  const line = text
    .slice(0, 2 * maxLength + 2)
    .replace(/[\p{White_Space}\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const whole = text.length <= 2 * maxLength + 2;
  if (line.length <= maxLength && whole) return line;
  const start = line.slice(0, maxLength - 1);
  const space = start.lastIndexOf(' ');
  const cut = space > maxLength / 2 ? start.slice(0, space) : start;
  return `${cut.replace(/[\ud800-\udbff]$/, '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** `text` without line breaks and other control characters, at most `longest` UTF-16 units; what is cut ends with `…`. */
export function toOneLine(text: string, maxLength: number): string {
  // Spaces may shrink to one: twice as much is enough to fill the line of any ordinary text.
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

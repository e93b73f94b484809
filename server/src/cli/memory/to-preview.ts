const maxLength = 120;

/** Returns a text on one line, shortened for a table. */
export function toPreview(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

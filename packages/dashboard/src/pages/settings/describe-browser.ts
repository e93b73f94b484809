const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Shortens a `User-Agent` to the browser and its system; other programs keep their first word. */
export function describeBrowser(userAgent: string): string {
  const find = (names: typeof browsers | typeof systems) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : (userAgent.split(' ')[0] ?? userAgent);
}

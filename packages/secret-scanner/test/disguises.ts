import type { HarmlessText } from './harmless-corpus.ts';
import type { SecretText } from './secret-corpus.ts';
import type { SeededRandom } from './seeded-random.ts';

const unseen = [
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u2061',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\u{e0101}',
];
const breaks = ['\n', '\r\n', '\n  ', '\n> '];
const minBrokenLength = 16;

/** Puts a character that nobody sees into the secret. */
export function withUnseen(random: SeededRandom, entry: SecretText): SecretText {
  return withInside(random, entry, random.pick(unseen));
}

/** Breaks the line inside the secret. Returns undefined for one that nobody would break. */
export function brokenInside(random: SeededRandom, entry: SecretText): SecretText | undefined {
  if (entry.secret.length < minBrokenLength || /\s/.test(entry.secret)) return undefined;
  return withInside(random, entry, random.pick(breaks));
}

/** Breaks the line at the space before the secret. */
export function brokenBefore(random: SeededRandom, { kind, text, secret }: SecretText): SecretText | undefined {
  const space = text.lastIndexOf(' ', text.indexOf(secret));
  if (space < 0 || /\s/.test(secret)) return undefined;
  return { kind, secret, text: text.slice(0, space) + random.pick(breaks) + text.slice(space + 1) };
}

function withInside(random: SeededRandom, { kind, text, secret }: SecretText, inside: string): SecretText {
  const at = random.between(1, secret.length - 1);
  const disguised = secret.slice(0, at) + inside + secret.slice(at);
  return { kind, secret: disguised, text: text.replace(secret, () => disguised) };
}

/** Puts harmless lines below each other, four in each text. */
export function stacked(random: SeededRandom, lines: readonly HarmlessText[]): HarmlessText[] {
  const four = () => [1, 2, 3, 4].map(() => random.pick(lines).text);
  return lines.map(() => ({ kind: 'lines below each other', text: four().join('\n') }));
}

/** Wraps harmless lines at forty characters. */
export function wrapped(lines: readonly HarmlessText[]): HarmlessText[] {
  return lines.map(({ text }) => ({ kind: 'wrapped lines', text: text.replaceAll(/(.{20,39}) /g, '$1\n') }));
}

import { isGap, isSpace } from './characters.ts';
import { classifyNamedValue } from './classify-named-value.ts';
import type { Reading, SecretName } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { words } from './words.ts';

const copulas = words('is was as ist als est es é è como comme come jako как som');
const holders = words(
  'my the your our their his her new a an mein das dein unser mon le la mi tu su minha a meu la mia il het mijn moje hasło мой temporary default admin root current wifi wi-fi login account',
);

/** Finds "value is my password". */
export function findBefore(reading: Reading, name: SecretName): Finding | undefined {
  const { text, folded } = reading;
  if (name.level !== 'chosen' && name.level !== 'random') return undefined;
  let end = name.start;
  for (let count = 0; count < 4; count++) {
    while (end > 0 && name.start - end < 120 && isSpace(folded.charCodeAt(end - 1))) end--;
    let start = end;
    while (start > 0 && end - start < 80 && !isGap(folded.charCodeAt(start - 1))) start--;
    if (start === end) return undefined;
    const word = folded.slice(start, end);
    if (copulas.has(word)) {
      let last = start;
      while (last > 0 && isSpace(text.charCodeAt(last - 1))) last--;
      let first = last;
      while (first > 0 && last - first < 100 && !isGap(text.charCodeAt(first - 1))) first--;
      const quoted = /["'`“”„«»‘’]/.test(text[first] ?? '');
      while (first < last && /["'`“”„«»‘’*(]/.test(text[first] as string)) first++;
      while (last > first && /["'`“”„«»‘’*),:;]/.test(text[last - 1] as string)) last--;
      return last > first
        ? classifyNamedValue(reading, name, first, last, quoted ? 'quoted' : 'hinted', quoted)
        : undefined;
    }
    if (!holders.has(word)) return undefined;
    end = start;
  }
  return undefined;
}

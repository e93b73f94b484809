const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The possible end of a sentence before the end of the text. */
const innerEnd = /[.!?…。！？؟।։][\p{Pe}\p{Pf}"']*(?:\s|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/u;
/** Titles, initials, ordinals and usual abbreviations, whose full stop ends no sentence. */
const abbreviation =
  /(?:^|[\s("'])(?:\p{Lu}|\d{1,2}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|No|Nr|vs|e\.g|i\.e|etc|approx|ca|cf|bzw|z\.\s?B|d\.\s?h|u\.\s?a|Sra?|Mme|p\.\s?ej)\.\s*$/u;

/** Splits a line of text into sentences without the spaces around them. */
export function splitSentences(line: string): string[] {
  if (!innerEnd.test(line)) return line.trim() === '' ? [] : [line.trim()];
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(line)) {
    open += segment;
    if (abbreviation.test(open)) continue;
    if (open.trim() !== '') sentences.push(open.trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences;
}
